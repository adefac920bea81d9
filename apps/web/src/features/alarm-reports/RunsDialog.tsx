import { Box, Dialog, DialogContent, DialogTitle, Typography, useMediaQuery } from '@mui/material';
import { type AlarmReport, type AlarmReportRun, reportRowTables } from '@stellwerk/contract/alarm-report';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { type Status, StatusChip } from '../../ui/status/StatusChip.tsx';
import { useReportRuns } from './report.queries.ts';
import { useReportTexts } from './use-report-texts.ts';
import { RunList } from './wizard/TimesStep.tsx';

const statusOf: Record<AlarmReportRun['state'], Status> = {
  skipped: 'unknown',
  queued: 'info',
  sent: 'ok',
  failed: 'error',
};

export function RunState({ state }: Pick<AlarmReportRun, 'state'>) {
  const { t } = useTranslation('alarm-reports');
  return <StatusChip status={statusOf[state]} label={t(`state.${state}`)} />;
}

function Run({ run, zone }: { run: AlarmReportRun; zone: string }) {
  const { t } = useTranslation('alarm-reports');
  const formats = useFormats();
  const { timeText } = useReportTexts();
  const counted = reportRowTables.filter((table) => run.counts[table] > 0);
  const numbers = counted.map((table) => `${t(`table.${table}.label`)}: ${formats.number(run.counts[table])}`);
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'border.main' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 500 }}>{timeText(run.at, zone)}</Typography>
        <RunState state={run.state} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {numbers.length > 0 ? numbers.join(' · ') : t('runs.nothing')}
      </Typography>
      {run.actions.map(({ to, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a run never change
        <Typography key={index} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {to.join(', ')}
          {message && `: ${message}`}
        </Typography>
      ))}
    </Box>
  );
}

function LastRuns({ report }: { report: AlarmReport }) {
  const { t } = useTranslation('alarm-reports');
  const runs = useReportRuns(report.id);
  if (runs.error) return <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />;
  if (!runs.data) return <Skeletons shape="lines" />;
  if (runs.data.length === 0) return <EmptyState title={t('runs.none')} description={t('runs.noneDetail')} />;
  return (
    <Box component="ol" aria-label={t('runs.last')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {runs.data.map((run) => (
        <Run key={run.id} run={run} zone={report.zone} />
      ))}
    </Box>
  );
}

/** The next and the last runs of a report. */
export function RunsDialog({ report, onClose }: { report: AlarmReport; onClose: () => void }) {
  const { t } = useTranslation('alarm-reports');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('runs.of', { name: report.name })}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {report.nextRuns.length > 0 && (
          <RunList title={t('runs.next', { zone: report.zone })} runs={report.nextRuns} zone={report.zone} />
        )}
        <Typography variant="h3">{t('runs.last')}</Typography>
        <LastRuns report={report} />
      </DialogContent>
    </Dialog>
  );
}
