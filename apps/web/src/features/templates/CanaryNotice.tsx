import { Alert, Box, Button } from '@mui/material';
import type { DeviceTemplate } from '@stellwerk/contract/device-template';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useTemplateActions } from './template.queries.ts';

/** The trial of a new version on some devices: how it goes, why it halted, and what to do. */
export function CanaryNotice({ template }: { template: DeviceTemplate }) {
  const { t } = useTranslation('templates');
  const formats = useFormats();
  const { decide } = useTemplateActions();
  const [isBusy, setBusy] = useState(false);
  const { canary, abilities, id, status } = template;
  if (!canary) return null;
  const run = async (decision: 'continue' | 'stop') => {
    setBusy(true);
    try {
      await decide({ id, decision });
      showToast({ message: t(`canary.${decision}Done`) });
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('publish.failed') });
    } finally {
      setBusy(false);
    }
  };
  const isHalted = canary.haltedAt !== null;
  const figures = { packets: formats.number(canary.packets), faults: formats.number(canary.faults) };
  const isBlocked = isBusy || status === 'inProgress';
  return (
    <Alert severity={isHalted ? 'error' : 'info'}>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <span>
          {isHalted
            ? t(`canary.halted.${canary.reason ?? 'stopped'}`, { version: canary.version, ...figures })
            : t('canary.running', {
                version: canary.version,
                count: canary.devices,
                until: formats.dateTime(canary.until),
                ...figures,
              })}
        </span>
        {abilities.update && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button size="small" variant="outlined" disabled={isBlocked} onClick={() => void run('stop')}>
              {t('canary.stop')}
            </Button>
            <Button size="small" disabled={isBlocked} onClick={() => void run('continue')}>
              {t('canary.continue')}
            </Button>
          </Box>
        )}
      </Box>
    </Alert>
  );
}
