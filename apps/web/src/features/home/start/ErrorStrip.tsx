import { Box, Paper } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { Age } from '../../../ui/value/Age.tsx';
import { useOpenAlarmCounts, useOpenAlarms } from '../home.queries.ts';
import { OpenCounts, openAlarmsPath } from './AlarmsBlock.tsx';

/** Above the favourites while errors are open, and only then, so that users neither overlook it nor get used to it. */
export function ErrorStrip() {
  const { t } = useTranslation('home');
  const { data: counts } = useOpenAlarmCounts();
  const { data: alarms } = useOpenAlarms();
  if (!counts || counts.error === 0) return null;
  const newest = alarms?.find(({ severity }) => severity === 'error');
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={t('alarms.title')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.75, px: 2, py: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 0.5 }}>
        <OpenCounts />
      </Box>
      {newest && (
        <Box sx={{ flex: '1 1 12rem', minWidth: 0, display: 'flex', gap: 1, alignItems: 'baseline' }}>
          <InternalLink to={`/alarm-logs?alarm=${newest.id}`} color="inherit" noWrap>
            {[newest.origin?.title, newest.message].filter(Boolean).join(': ')}
          </InternalLink>
          <Box component="span" sx={{ typography: 'caption', flexShrink: 0 }}>
            <Age at={newest.date} />
          </Box>
        </Box>
      )}
      <InternalLink to={openAlarmsPath}>{t('alarms.all')}</InternalLink>
    </Paper>
  );
}
