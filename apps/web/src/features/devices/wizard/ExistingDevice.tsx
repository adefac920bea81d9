import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { useDeviceActions } from '../device.queries.ts';
import { devicePath } from '../paths.ts';
import { bodyOf, reimportOf, wizardForm } from './wizard-form.ts';

export interface KnownDevice {
  id: number;
  title: string;
}

/** For a device that exists already: a link to it, or an update with the entered data. */
export function ExistingDevice({ device }: { device: KnownDevice }) {
  const { t } = useTranslation('devices');
  const { go } = useNavigation();
  const { getValues, reset } = useFormContext();
  const { update, synchronise } = useDeviceActions();
  const [isAsking, setAsking] = useState(false);

  async function reimport() {
    const body = bodyOf(wizardForm.parse(getValues()));
    await update({ id: device.id, ...reimportOf(body) });
    await synchronise(device.id);
    // Everything that was entered is stored now, so that leaving loses nothing.
    reset(getValues());
    showToast({ message: t('wizard.reimported', { title: body.title }) });
    go(devicePath(device.id));
  }

  return (
    <>
      <Alert
        severity="info"
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <InternalLink to={devicePath(device.id)}>{t('wizard.openExisting')}</InternalLink>
            <Button size="small" onClick={() => setAsking(true)}>
              {t('wizard.reimport')}
            </Button>
          </Box>
        }
      >
        {t('wizard.exists')}
      </Alert>
      {isAsking && (
        <ConfirmDialog
          open
          danger={false}
          title={t('wizard.reimportQuestion', { title: device.title })}
          description={t('wizard.reimportNote')}
          confirmLabel={t('wizard.reimport')}
          onConfirm={reimport}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
