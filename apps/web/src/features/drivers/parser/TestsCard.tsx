import { Alert, Box, Button, Typography } from '@mui/material';
import { GitCompare, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import type { DriverDialog } from '../DriverDialogs.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { useParserTests, useTestRun, useWorkbenchActions } from '../workbench.queries.ts';
import { inputOfTest } from './packet-text.ts';
import { TestList } from './TestList.tsx';
import type { Workbench } from './use-workbench.ts';

interface TestsCardProps {
  bench: Workbench;
  onAsk: (dialog: DriverDialog) => void;
}

/** Packets that were kept with what must come out of them. They run on what is saved, after every save. */
export function TestsCard({ bench, onAsk }: TestsCardProps) {
  const { t } = useTranslation('drivers');
  const { driver, isDirty, save, mayEdit } = useDraft();
  const tests = useParserTests(driver.id);
  const count = tests.data?.length ?? 0;
  const run = useTestRun(driver.id, count > 0);
  const { drop } = useWorkbenchActions(driver.id);
  const failed = run.data?.filter(({ passed }) => !passed).length ?? 0;
  const hasComparison = mayEdit && driver.publishedVersion !== null && (driver.draft !== null || isDirty);

  // Saving runs them by itself.
  const runAll = () => (isDirty && save ? void save() : void run.refetch());

  return (
    <Card
      title={t('tests.title')}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {run.data && count > 0 && (
            <StatusChip
              status={failed > 0 ? 'error' : 'ok'}
              label={failed > 0 ? t('tests.someFail', { count: failed }) : t('tests.allPass', { count })}
            />
          )}
          {hasComparison && (
            <Button size="small" startIcon={<GitCompare aria-hidden />} onClick={() => onAsk('compare')}>
              {t('compare.short')}
            </Button>
          )}
          {count > 0 && (
            <Button size="small" startIcon={<Play aria-hidden />} loading={run.isFetching} onClick={runAll}>
              {isDirty && mayEdit ? t('tests.saveAndRun') : t('tests.runAll')}
            </Button>
          )}
        </Box>
      }
    >
      {tests.error && <ErrorState compact error={tests.error} onRetry={() => void tests.refetch()} />}
      {!tests.data && !tests.error && <Skeletons shape="rows" count={2} />}
      {run.error && <Alert severity="error">{failureOf(run.error).message ?? t('tests.failedToRun')}</Alert>}
      {tests.data?.length === 0 && <EmptyState compact title={t('tests.none')} description={t('tests.noneText')} />}
      {isDirty && run.data && (
        <Typography variant="caption" color="textSecondary" component="p">
          {t('tests.stale')}
        </Typography>
      )}
      {tests.data && tests.data.length > 0 && (
        <TestList
          tests={tests.data}
          results={run.data}
          onLoad={(test) => bench.changeInput(inputOfTest(test.packet))}
          onDrop={mayEdit ? (test) => drop(test.id) : undefined}
        />
      )}
    </Card>
  );
}
