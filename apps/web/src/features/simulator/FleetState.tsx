import { Box, LinearProgress, Typography } from '@mui/material';
import type { Fleet } from '@stellwerk/contract/fleet';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { StatusChip } from '../../ui/status/StatusChip.tsx';

/** Whether the fleet is sending, and if not, why; and its progress while its devices are created or removed. */
export function FleetState({ fleet }: { fleet: Fleet }) {
  const { t } = useTranslation('simulator');
  const formats = useFormats();
  const { progress, problem, state, isRunning } = fleet;
  if (problem) return <StatusChip status="error" label={t('state.problem')} reason={problem.message} />;
  if (state !== 'ready') {
    const { done, total } = progress ?? { done: 0, total: fleet.deviceCount };
    const figures = { done: formats.number(done), total: formats.number(total) };
    return (
      <Box sx={{ width: 1, minWidth: '7rem' }}>
        <Typography variant="caption" component="div" color="textSecondary" noWrap>
          {t(`state.${state}`, figures)}
        </Typography>
        <LinearProgress
          variant={total > 0 ? 'determinate' : 'indeterminate'}
          value={total > 0 ? Math.min(100, (done / total) * 100) : 0}
          aria-label={t(`progress.${state}`, { name: fleet.name })}
        />
      </Box>
    );
  }
  return isRunning ? (
    <StatusChip status="ok" label={t('state.running')} />
  ) : (
    <StatusChip status="unknown" label={t('state.stopped')} />
  );
}
