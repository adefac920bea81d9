import { Switch } from '@mui/material';
import type { Fleet } from '@stellwerk/contract/fleet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useFleetActions } from './fleet.queries.ts';

/** Starts and stops a fleet in the list. */
export function RunningSwitch({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation('simulator');
  const { update } = useFleetActions();
  const [isBusy, setBusy] = useState(false);
  const { id, name, revision, isRunning, abilities } = fleet;

  async function change(next: boolean): Promise<void> {
    setBusy(true);
    try {
      await update({ id, body: { isRunning: next, revision } });
      showToast({ message: t(next ? 'started' : 'stopped', { name }) });
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('failed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Switch
      size="small"
      checked={isRunning}
      disabled={isBusy || !abilities.update}
      onChange={(_, checked) => void change(checked)}
      // The row is also a link.
      onClick={(event) => event.stopPropagation()}
      slotProps={{ input: { 'aria-label': t('runs', { name }) } }}
    />
  );
}
