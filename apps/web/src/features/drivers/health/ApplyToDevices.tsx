import { Button } from '@mui/material';
import { applyDriverHealth } from '@stellwerk/contract/device-health';
import { CopyCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useDraft } from '../draft/draft-context.ts';
import { useApplyHealth } from '../driver.queries.ts';

/** Makes all devices of the driver forget their own checks; the draft has to be published first to count. */
export function ApplyToDevices() {
  const { t } = useTranslation('drivers');
  const { driver } = useDraft();
  const mayApply = useCan(applyDriverHealth.permission);
  const apply = useApplyHealth();
  const [isAsking, setAsking] = useState(false);
  if (!mayApply || driver.publishedVersion === null || driver.deviceCount === 0) return null;
  return (
    <>
      <Button startIcon={<CopyCheck aria-hidden />} onClick={() => setAsking(true)}>
        {t('health.apply')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          title={t('health.applyQuestion')}
          description={t('health.applyText', { version: driver.publishedVersion })}
          confirmLabel={t('health.apply')}
          onConfirm={async () => {
            const { devices } = await apply(driver.id);
            showToast({ message: t('health.applied', { count: devices }) });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
