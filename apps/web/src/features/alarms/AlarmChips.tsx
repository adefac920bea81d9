import { Box, Typography } from '@mui/material';
import type { AlarmRow, AlarmStatus as Status } from '@stellwerk/contract/alarm';
import type { AlarmSeverity as Severity } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../ui/status/StatusChip.tsx';

export function AlarmSeverity({ severity }: { severity: Severity }) {
  return <StatusChip status={severity} />;
}

/** A resolved alarm is ok; an open one has no colour of its own, because its severity is beside it. */
export function AlarmStatus({ status }: { status: Status }) {
  const { t } = useTranslation('alarms');
  return <StatusChip status={status === 'resolved' ? 'ok' : 'info'} label={t(`status.${status}`)} />;
}

/** How far an alarm has come: open, acknowledged, muted or resolved, and who looks after it. */
export function AlarmProgress({ alarm }: { alarm: AlarmRow }) {
  const { t } = useTranslation('alarms');
  const { status, acknowledgedAt, acknowledgedBy, assignee, isMuted } = alarm;
  if (status === 'resolved') return <AlarmStatus status={status} />;
  const who = assignee?.name ?? acknowledgedBy;
  const word = isMuted ? 'muted' : acknowledgedAt === null ? undefined : 'acknowledged';
  return (
    <Box sx={{ display: 'inline-grid', justifyItems: 'start', minWidth: 0, maxWidth: '100%' }}>
      {word ? <StatusChip status="unknown" label={t(`status.${word}`)} /> : <AlarmStatus status={status} />}
      {who && (
        <Typography variant="caption" color="textMuted" noWrap sx={{ maxWidth: '100%' }}>
          {who}
        </Typography>
      )}
    </Box>
  );
}
