import { Alert, Box, Button, Typography } from '@mui/material';
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { type DryRunResult, type NewFlow, useDryRun } from '../flow.queries.ts';

interface DryRunProps {
  tenantId: number | undefined;
  trigger: NewFlow['trigger'];
  /** Undefined while the flow is incomplete. */
  steps: NewFlow['steps'] | undefined;
}

function Result({ result }: { result: DryRunResult }) {
  const { t } = useTranslation('flows');
  const formats = useFormats();
  const { events, sent, messages, failures } = result;
  if (events === 0) return <Typography color="textSecondary">{t('trial.noEvents')}</Typography>;
  const [failure] = failures;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h6" component="p">
        {t('dryRun.result', { sent: formats.number(sent), events: formats.number(events) })}
      </Typography>
      {failure && (
        <Alert severity="warning">
          {t('dryRun.failed', { number: formats.number(failure.step + 1), message: failure.message })}
        </Alert>
      )}
      {messages.slice(0, 5).map(({ content }, index) => (
        <Box
          // The list is replaced as a whole.
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no ids
          key={index}
          component="pre"
          sx={{
            ...{ m: 0, p: 1, border: 1, borderColor: 'border.main', borderRadius: 1 },
            ...{ fontFamily: monospaceFamily, fontSize: '0.8125rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
          }}
        >
          {content}
        </Box>
      ))}
    </Box>
  );
}

/** What the flow of the editor would do with recorded events; nothing is sent. */
export function DryRun({ tenantId, trigger, steps }: DryRunProps) {
  const { t } = useTranslation(['flows', 'ui']);
  const run = useDryRun();
  const isReady = steps !== undefined && tenantId !== undefined;
  return (
    <Card title={t('dryRun.title')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Typography color="textSecondary">{t('dryRun.hint')}</Typography>
        <Box>
          <Button
            variant="outlined"
            startIcon={<Play aria-hidden />}
            loading={run.isPending}
            disabled={!isReady}
            // A failure is shown below.
            onClick={() => isReady && run.mutate({ tenantId, trigger, steps })}
          >
            {t('dryRun.run')}
          </Button>
        </Box>
        <Box role="status" aria-label={t('dryRun.title')}>
          {run.error && <Alert severity="error">{failureOf(run.error).message ?? t('ui:error.unexpected')}</Alert>}
          {!run.error && run.data && <Result result={run.data} />}
        </Box>
      </Box>
    </Card>
  );
}
