import { ruleResults } from '@stellwerk/contract/rule';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { LogFrame } from '../../../ui/table/LogFrame.tsx';
import { LogRows } from '../../../ui/table/LogRows.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { useTimeRange } from '../../../ui/time/use-time-range.ts';
import { distinct, useExecutionHistory } from '../run.queries.ts';
import { ExecutionRow } from './ExecutionRow.tsx';

const lastWeek = relative(7, 'd');

export interface RuleHistoryProps {
  twinId: number;
  ruleId: number;
}

/** The executions of a rule, updated live. */
export function RuleHistory({ twinId, ruleId }: RuleHistoryProps) {
  const { t } = useTranslation('rules');
  const [range, setRange] = useTimeRange(lastWeek);
  const [search, change] = useSearchParams();
  const result = ruleResults.find((each) => each === search.result);
  const filter = useMemo(() => ({ range, results: result ? [result] : [] }), [range, result]);
  const found = useExecutionHistory(twinId, ruleId, filter);
  const none = <EmptyState icon={History} title={t('history.none')} description={t('history.noneHelp')} />;
  return (
    <LogFrame
      label={t('history.title')}
      range={{ value: range, onChange: setRange }}
      choice={{
        label: t('history.filter'),
        every: t('history.every'),
        options: ruleResults.map((value) => ({ value, title: t(`history.result.${value}`) })),
        value: result,
        onChange: (value) => change({ result: value }, { replace: false }),
      }}
    >
      <LogRows
        label={t('history.title')}
        columns={[
          { title: t('history.column.at') },
          { title: t('history.column.result') },
          { title: t('history.column.trigger'), isWide: true },
          { title: t('history.column.commands'), isWide: true },
        ]}
        found={found}
        rows={distinct(found.data?.pages.flatMap((page) => page.data) ?? [])}
        renderRow={(execution) => <ExecutionRow key={execution.id} execution={execution} />}
        empty={result ? <EmptyState variant="no-results" /> : none}
        more={t('history.more')}
      />
    </LogFrame>
  );
}
