import { Box, Typography } from '@mui/material';
import type { RuleConditions, RuleMetric } from '@stellwerk/contract/rule';
import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { type ReplayResult, useFirstValueAt, useStateLines } from '../run.queries.ts';
import { MarkLegend } from './MarkLegend.tsx';
import { MarkList } from './MarkList.tsx';
import { TravelChart } from './TravelChart.tsx';
import { groupsOf, type Mark } from './travel-lines.ts';

interface TravelResultProps {
  /** Stable while nothing changes, because new objects render the charts again. */
  metrics: readonly RuleMetric[];
  /** The current conditions of the form, for limits that are being moved. */
  conditions: RuleConditions;
  result: ReplayResult;
  range: TimeRangeValue;
  onChange?: ((conditions: RuleConditions) => void) | undefined;
}

/** The time of the first value, if the span begins before it or contains no values. */
function HistoryNote({ firstAt, result }: { firstAt: number | null; result: ReplayResult }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  if (firstAt === null) {
    return (
      <EmptyState compact icon={History} title={t('travel.noValues')} description={t('travel.noValuesDescription')} />
    );
  }
  const since = t('travel.since', { at: formats.dateTime(firstAt) });
  if (result.points === 0) {
    return <EmptyState compact icon={History} title={t('travel.noneInSpan')} description={since} />;
  }
  return firstAt > Date.parse(result.from) ? (
    <Typography variant="body2" color="textSecondary">
      {since}
    </Typography>
  ) : null;
}

/** Charts of the metrics with the marks of the rule, and a list of the marks. */
export function TravelResult({ metrics, conditions, result, range, onChange }: TravelResultProps) {
  const stateIds = useMemo(() => [...new Set(metrics.map(({ stateId }) => stateId))], [metrics]);
  const lines = useStateLines(stateIds, range);
  const first = useFirstValueAt(stateIds);
  const [chosen, setChosen] = useState<Mark>();
  const groups = useMemo(() => groupsOf(metrics, lines.data?.series ?? []), [metrics, lines.data]);
  const hasPoints = result.points > 0;
  // Everything at once: content that loads later would move the list away from the pointer.
  if (first.isLoading || (hasPoints && lines.isLoading)) return <Skeletons shape="block" height={36} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      {first.data !== undefined && <HistoryNote firstAt={first.data} result={result} />}
      {hasPoints && lines.data && (
        <Box aria-busy={lines.isFetching} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          {groups.map((group) => (
            <TravelChart
              key={group.key}
              group={group}
              lines={lines.data}
              result={result}
              conditions={conditions}
              cursorMs={chosen && Date.parse(chosen.at)}
              isNamed={groups.length > 1}
              onChange={onChange}
            />
          ))}
          <MarkLegend />
        </Box>
      )}
      {result.marks.length > 0 && <MarkList marks={result.marks} chosen={chosen} onChoose={setChosen} />}
    </Box>
  );
}
