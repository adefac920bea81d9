import { Alert, Box, Button, FormControlLabel, Switch, Tooltip, Typography } from '@mui/material';
import type { ParseResult } from '@stellwerk/contract/driver-workbench';
import { FlaskConical, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { useDraft } from '../draft/draft-context.ts';
import { useKeyText } from '../draft/use-key-text.ts';
import { useWorkbenchActions } from '../workbench.queries.ts';
import { ResultTable } from './ResultTable.tsx';
import { testTitle } from './test-title.ts';
import type { Workbench } from './use-workbench.ts';
import { testedValues } from './value-diff.ts';

function Usage({ result }: { result: ParseResult }) {
  const { t } = useTranslation('drivers');
  const formats = useFormats();
  const duration = t('result.duration', { duration: formats.number(result.durationMs, { maximum: 2 }) });
  const memory = result.memoryBytes === null ? [] : [formats.bytes(result.memoryBytes)];
  return (
    <Typography variant="caption" color="textSecondary">
      {[duration, ...memory].join(' · ')}
    </Typography>
  );
}

function Logs({ logs }: { logs: readonly string[] }) {
  const { t } = useTranslation('drivers');
  if (logs.length === 0) return null;
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {t('result.logs')}
      </Typography>
      <Box
        component="pre"
        tabIndex={0}
        aria-label={t('result.logs')}
        sx={{
          m: 0,
          p: 1,
          maxHeight: '12rem',
          overflow: 'auto',
          borderRadius: 0.75,
          bgcolor: 'background.raised',
          fontFamily: monospaceFamily,
          typography: 'caption',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {logs.join('\n')}
      </Box>
    </Box>
  );
}

/** One click: what comes out now is what must come out from now on. */
function KeepButton({ bench, result }: { bench: Workbench; result: ParseResult }) {
  const { t } = useTranslation('drivers');
  const { driver, isDirty } = useDraft();
  const { keep, drop } = useWorkbenchActions(driver.id);
  const [isBusy, setBusy] = useState(false);
  const { reading } = bench;
  const isFine = result.error === null;
  // A reported error can be expected too, but its own words are known to the server alone, for the saved draft.
  const canKeep = isFine || (result.error?.code === 'PARSER_REPORTED' && !isDirty);
  const run = async () => {
    if (reading.status !== 'ready') return;
    setBusy(true);
    try {
      const title = testTitle(reading.packet);
      const expected = isFine ? { expected: testedValues(result.variables) } : {};
      const { id } = await keep({ title, packet: reading.packet, ...expected });
      showToast({ message: t('tests.kept', { title }), undo: () => void drop(id) });
    } catch (error) {
      showToast({ status: 'error', message: failureOf(error).message ?? t('tests.keepFailed') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      startIcon={<FlaskConical aria-hidden />}
      loading={isBusy}
      disabled={reading.status !== 'ready' || bench.isStale || !canKeep}
      onClick={() => void run()}
    >
      {t('tests.keep')}
    </Button>
  );
}

function Outcome({ bench }: { bench: Workbench }) {
  const { t } = useTranslation('drivers');
  const { driver } = useDraft();
  const { data: result, error } = bench.run;
  if (error) return <Alert severity="error">{failureOf(error).message ?? t('result.failed')}</Alert>;
  if (!result) {
    const text = bench.isComplete ? t('result.nothingText') : t('result.incomplete');
    return <EmptyState compact icon={Play} title={t('result.nothing')} description={text} />;
  }
  const line = result.error?.line ?? null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }} aria-busy={bench.run.isFetching}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }} role="status">
        {result.error ? (
          <StatusChip status="error" label={line === null ? t('result.bad') : t('result.badLine', { line })} />
        ) : (
          <StatusChip status="ok" label={t('result.good')} />
        )}
        <Usage result={result} />
        {bench.isStale && (
          <Typography variant="caption" color="textMuted">
            {t('result.stale')}
          </Typography>
        )}
      </Box>
      {result.error && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {result.error.message}
        </Alert>
      )}
      <ResultTable result={result} />
      <Logs logs={result.logs} />
      {driver.abilities.update && (
        <Box>
          <KeepButton bench={bench} result={result} />
        </Box>
      )}
    </Box>
  );
}

/** What the parser makes of the packet. */
export function ResultCard({ bench }: { bench: Workbench }) {
  const { t } = useTranslation('drivers');
  const keyText = useKeyText();
  return (
    <Card
      title={t('result.title')}
      action={
        bench.mayRun && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Tooltip describeChild title={bench.canBeAutomatic ? t('result.automaticHelp') : t('result.notAutomatic')}>
              <FormControlLabel
                label={t('result.automatic')}
                control={
                  <Switch
                    checked={bench.isAutomatic}
                    disabled={!bench.canBeAutomatic}
                    onChange={(_, checked) => bench.setAutomatic(checked)}
                  />
                }
              />
            </Tooltip>
            <Tooltip describeChild title={keyText('Enter')}>
              <span>
                <Button
                  size="small"
                  variant="contained"
                  startIcon={<Play aria-hidden />}
                  disabled={!bench.canRun}
                  loading={bench.run.isFetching}
                  onClick={bench.runNow}
                >
                  {t('result.run')}
                </Button>
              </span>
            </Tooltip>
          </Box>
        )
      }
    >
      <Outcome bench={bench} />
    </Card>
  );
}
