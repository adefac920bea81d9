import { Box, Typography } from '@mui/material';
import type { AlarmRow } from '@stellwerk/contract/alarm';
import { alarmSeverities } from '@stellwerk/contract/rule';
import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { AlarmSeverity } from '../../alarms/index.ts';
import { useOpenAlarmCounts, useOpenAlarms } from '../home.queries.ts';

export const openAlarmsPath = '/alarm-logs?status=unresolved';

/** Number of open errors and warnings; each links to its alarms. */
export function OpenCounts() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const { data } = useOpenAlarmCounts();
  if (!data) return null;
  return alarmSeverities
    .toReversed()
    .filter((severity) => data[severity] > 0)
    .map((severity) => (
      <InternalLink
        key={severity}
        to={`${openAlarmsPath}&severity=${severity}`}
        underline="none"
        sx={{ borderRadius: 4, '& .MuiChip-root': { cursor: 'pointer' } }}
      >
        <StatusChip
          status={severity}
          label={t(`alarms.${severity}`, { count: data[severity], number: formats.number(data[severity]) })}
        />
      </InternalLink>
    ));
}

export function AlarmLine({ alarm }: { alarm: AlarmRow }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ flexShrink: 0, minWidth: (theme) => theme.spacing(11.5) }}>
        <AlarmSeverity severity={alarm.severity} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <InternalLink to={`/alarm-logs?alarm=${alarm.id}`} color="inherit" sx={{ overflowWrap: 'anywhere' }}>
          {alarm.message}
        </InternalLink>
        <Typography variant="caption" component="div" color="textMuted" noWrap>
          {alarm.origin?.title ?? alarm.tenantName} · <Age at={alarm.date} />
        </Typography>
      </Box>
    </Box>
  );
}

function Newest() {
  const { t } = useTranslation('home');
  const { data, error, refetch } = useOpenAlarms();
  if (error && !data) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="rows" count={5} />;
  if (data.length === 0) {
    return <EmptyState compact icon={BellOff} title={t('alarms.none')} description={t('alarms.noneText')} />;
  }
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
      {data.map((alarm) => (
        <li key={alarm.id}>
          <AlarmLine alarm={alarm} />
        </li>
      ))}
    </Box>
  );
}

/** Open alarms: counts, the newest ones, and a link to all. */
export function AlarmsBlock() {
  const { t } = useTranslation('home');
  return (
    <Card title={t('alarms.title')} action={<InternalLink to={openAlarmsPath}>{t('alarms.all')}</InternalLink>}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mb: 2, '&:empty': { display: 'none' } }}>
        <OpenCounts />
      </Box>
      <Newest />
    </Card>
  );
}
