import { Alert, Box, Typography } from '@mui/material';
import { type RuleConditions, type RuleDefinition, ruleDefinition } from '@stellwerk/contract/rule';
import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { relative } from '../../../ui/time/time-range.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { useReplay } from '../run.queries.ts';
import { TravelHeadline } from './TravelHeadline.tsx';
import { TravelResult } from './TravelResult.tsx';

const lastWeek = relative(7, 'd');
const pace = { delayMs: 200, maxWaitMs: 400 };

/** An unsaved rule; an incomplete one is not replayed. */
export type TravelDraft = z.input<typeof ruleDefinition>;

export interface TimeTravelProps {
  twinId: number;
  definition: TravelDraft;
  /** Called after a limit was moved in the chart; absent: limits cannot be moved. */
  onChange?: ((conditions: RuleConditions) => void) | undefined;
}

/** Texts and targets do not affect the replay, so that editing them starts no new one. */
const replayed = (rule: RuleDefinition): RuleDefinition => ({
  ...rule,
  alarm: null,
  commands: rule.commands.map(({ type }) => ({ type, connectorId: null, dtwinId: null, options: {} })),
});

/** Shows what an unsaved rule would have done in the past. */
export function TimeTravel({ twinId, definition, onChange }: TimeTravelProps) {
  const { t } = useTranslation('rules');
  const [range, setRange] = useState(lastWeek);
  const parsed = ruleDefinition.safeParse(definition);
  const draft = parsed.data;
  const text = useDebouncedValue(draft && JSON.stringify(replayed(draft)), pace);
  // The text was created from a valid definition, so it can be parsed without validation.
  const settled = useMemo(() => (text === undefined ? undefined : ruleDefinition.parse(JSON.parse(text))), [text]);
  const replay = useReplay(twinId, settled, range);
  const { data } = replay;

  function content() {
    if (!draft && !data) {
      return (
        <EmptyState
          compact
          icon={History}
          title={t('travel.incomplete.title')}
          description={t('travel.incomplete.description')}
        />
      );
    }
    if (replay.error && !data) return <ErrorState compact error={replay.error} onRetry={() => void replay.refetch()} />;
    if (!data) return <Skeletons shape="block" height={36} />;
    return (
      <Box aria-busy={replay.isFetching} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <TravelHeadline result={data.result} range={data.range} isFetching={replay.isFetching} />
        {!draft && <Alert severity="info">{t('travel.incomplete.description')}</Alert>}
        {replay.error && <Alert severity="error">{replay.error.message}</Alert>}
        {draft && settled && (
          <TravelResult
            metrics={settled.metrics}
            conditions={draft.conditions}
            result={data.result}
            range={range}
            onChange={onChange}
          />
        )}
      </Box>
    );
  }

  return (
    <Card title={t('travel.title')} action={<TimeRange value={range} onChange={setRange} />}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('travel.description')}
      </Typography>
      {content()}
    </Card>
  );
}
