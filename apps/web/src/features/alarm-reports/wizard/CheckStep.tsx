import { Alert, Box, Typography } from '@mui/material';
import { newAlarmReport } from '@stellwerk/contract/alarm-report';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { type ReportInput, useReportPreview } from '../report.queries.ts';
import { useReportTexts } from '../use-report-texts.ts';
import { TestButtons } from './TestButtons.tsx';
import { RunList } from './TimesStep.tsx';

interface MailPreviewProps {
  mail: { subject: string; html: string };
}

/** The mail as mail programs show it, in a frame without any permissions. */
function MailPreview({ mail: { subject, html } }: MailPreviewProps) {
  const { t } = useTranslation('alarm-reports');
  return (
    <Box sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, overflow: 'hidden' }}>
      <Box sx={{ px: 2, py: 1, borderBottom: 1, borderColor: 'border.main' }}>
        <Typography variant="caption" color="textSecondary" component="div">
          {t('field.subject')}
        </Typography>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{subject}</Typography>
      </Box>
      {/* Mails are designed for a light background. */}
      <Box
        component="iframe"
        title={t('check.mail')}
        sandbox=""
        srcDoc={html}
        sx={{ display: 'block', width: '100%', height: '24rem', border: 0, bgcolor: 'common.white' }}
      />
    </Box>
  );
}

function Preview({ report, id }: { report: ReportInput; id: number | undefined }) {
  const { t } = useTranslation('alarm-reports');
  const { timesText, timeText } = useReportTexts();
  const parsed = newAlarmReport.safeParse(report).data;
  const preview = useReportPreview({ report, id }, parsed !== undefined);
  if (preview.error) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  if (!preview.data || !parsed) return <Skeletons shape="lines" />;
  const { since, isSent, mail, windows } = preview.data;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Facts
        facts={[
          { label: t('column.times'), value: timesText(parsed) },
          { label: t('check.since'), value: timeText(since, parsed.zone) },
          { label: t('mails.to'), value: [...new Set(parsed.actions.flatMap(({ to }) => to))].join(', ') },
        ]}
      />
      {!isSent && <Alert severity="info">{t('check.notSent')}</Alert>}
      <MailPreview mail={mail} />
      <TestButtons report={report} id={id} />
      <RunList title={t('times.next', { zone: parsed.zone })} runs={windows} zone={parsed.zone} />
    </Box>
  );
}

/** What the report would send now, and a test of its mails. */
export function CheckStep({ id }: { id: number | undefined }) {
  const report = newAlarmReport.safeParse(useFormContext().watch()).data;
  return report ? <Preview report={report} id={id} /> : <Skeletons shape="lines" />;
}
