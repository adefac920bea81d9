import {
  Box,
  Button,
  MenuItem,
  Paper,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TextField,
} from '@mui/material';
import { ruleResults } from '@stellwerk/contract/rule';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { useTimeRange } from '../../../ui/time/use-time-range.ts';
import { distinct, type HistoryFilter, useExecutionHistory } from '../run.queries.ts';
import { ExecutionRow, fromTablet } from './ExecutionRow.tsx';

const lastWeek = relative(7, 'd');
const every = 'every';

export interface RuleHistoryProps {
  twinId: number;
  ruleId: number;
}

function Executions({ twinId, ruleId, filter }: RuleHistoryProps & { filter: HistoryFilter }) {
  const { t } = useTranslation('rules');
  const found = useExecutionHistory(twinId, ruleId, filter);
  const executions = distinct(found.data?.pages.flatMap((page) => page.data) ?? []);
  if (found.error && executions.length === 0) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.isPending) {
    return (
      <Box sx={{ p: 2 }}>
        <Skeletons shape="rows" count={6} />
      </Box>
    );
  }
  if (executions.length === 0 && filter.results.length > 0) return <EmptyState variant="no-results" />;
  if (executions.length === 0) {
    return <EmptyState icon={History} title={t('history.none')} description={t('history.noneHelp')} />;
  }
  return (
    <>
      <TableContainer>
        <Table size="small" aria-label={t('history.title')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('history.column.at')}</TableCell>
              <TableCell>{t('history.column.result')}</TableCell>
              <TableCell sx={fromTablet}>{t('history.column.trigger')}</TableCell>
              <TableCell sx={fromTablet}>{t('history.column.commands')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {executions.map((execution) => (
              <ExecutionRow key={execution.id} execution={execution} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {found.hasNextPage && (
        <Box sx={{ p: 1.5 }}>
          <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('history.more')}
          </Button>
        </Box>
      )}
    </>
  );
}

/** What a rule did, as it happens. */
export function RuleHistory({ twinId, ruleId }: RuleHistoryProps) {
  const { t } = useTranslation('rules');
  const [range, setRange] = useTimeRange(lastWeek);
  const [search, change] = useSearchParams();
  const result = ruleResults.find((each) => each === search.result);
  const filter = useMemo(() => ({ range, results: result ? [result] : [] }), [range, result]);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={t('history.title')}
      sx={{ minWidth: 0, overflow: 'hidden' }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 1,
          p: 1.5,
          borderBottom: 1,
          borderColor: 'border.main',
        }}
      >
        <TimeRange value={range} onChange={setRange} />
        <TextField
          select
          size="small"
          value={result ?? every}
          onChange={({ target }) =>
            change({ result: target.value === every ? undefined : target.value }, { replace: false })
          }
          slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('history.filter') } } }}
          sx={{ width: 'auto', minWidth: '11rem' }}
        >
          <MenuItem value={every}>{t('history.every')}</MenuItem>
          {ruleResults.map((each) => (
            <MenuItem key={each} value={each}>
              {t(`history.result.${each}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Executions twinId={twinId} ruleId={ruleId} filter={filter} />
    </Paper>
  );
}
