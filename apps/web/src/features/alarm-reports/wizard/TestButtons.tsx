import { Alert, Box, Button } from '@mui/material';
import { Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../lib/session.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { type ReportInput, useReportTest } from '../report.queries.ts';

/** Sends each mail of a report to the user alone. */
export function TestButtons({ report, id }: { report: ReportInput; id: number | undefined }) {
  const { t } = useTranslation('alarm-reports');
  const session = useSession();
  const test = useReportTest();
  const result = test.data;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {report.actions.map(({ connectorId }, actionIndex) => (
          <Button
            // Two actions may use one connector.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
            key={`${connectorId} ${actionIndex}`}
            variant="outlined"
            startIcon={<Send aria-hidden />}
            loading={test.isPending && test.variables.actionIndex === actionIndex}
            loadingPosition="start"
            disabled={test.isPending}
            onClick={() => test.mutate({ report, id, actionIndex })}
          >
            {report.actions.length > 1 ? t('test.numbered', { number: actionIndex + 1 }) : t('test.action')}
          </Button>
        ))}
      </Box>
      <Box role="status">
        {test.error && <ErrorState error={test.error} />}
        {result && !result.problem && <Alert severity="success">{t('test.sent', { to: result.to })}</Alert>}
        {result?.problem && <Alert severity="error">{t('test.failed', { reason: result.problem.message })}</Alert>}
        {!test.data && !test.error && t('test.explanation', { to: session?.user?.email ?? '' })}
      </Box>
    </Box>
  );
}
