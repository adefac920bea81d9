import { Alert, Box, LinearProgress, Typography } from '@mui/material';
import { ruleResults } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useDelayed } from '../../../ui/feedback/use-delayed.ts';
import { useRangeText } from '../../../ui/time/TimeRange.tsx';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { useCommandTexts } from '../commands/use-command-texts.ts';
import { RuleResultChip } from '../history/RuleResultChip.tsx';
import type { ReplayResult } from '../run.queries.ts';
import { MarkSign } from './MarkSign.tsx';

interface TravelHeadlineProps {
  result: ReplayResult;
  range: TimeRangeValue;
  isFetching: boolean;
}

/** "Would have fired 3 times, 12 more were throttled; 3 mails" */
function useHeadline() {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const rangeText = useRangeText();
  const commandTexts = useCommandTexts();
  return ({ results, commands }: ReplayResult, range: TimeRangeValue): string => {
    const { executed, throttled } = results;
    const given = Object.entries(commands).map(([type, count]) =>
      t('travel.command', { number: formats.number(count), name: commandTexts.title(type) }),
    );
    const when = rangeText(range);
    const fired =
      executed === 0
        ? t('travel.never', { when })
        : t('travel.fired', { count: executed, number: formats.number(executed), when });
    const more = throttled > 0 ? t('travel.throttled', { count: throttled, number: formats.number(throttled) }) : '';
    return [fired, more].filter(Boolean).join(', ') + (given.length > 0 ? `; ${given.join(', ')}` : '');
  };
}

/** The result in words and by type. */
export function TravelHeadline({ result, range, isFetching }: TravelHeadlineProps) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const headline = useHeadline();
  const isWaiting = useDelayed(isFetching);
  const { results, evaluations, points, isCut, problem, from, to } = result;
  const counted = ruleResults.filter((name) => results[name] > 0);
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Box sx={{ position: 'relative' }}>
        <Typography variant="h2" component="p" role="status" sx={{ textWrap: 'balance' }}>
          {headline(result, range)}
        </Typography>
        {isWaiting && (
          <LinearProgress
            aria-label={t('travel.running')}
            sx={{ position: 'absolute', insetInline: 0, bottom: '-0.375rem', height: (theme) => theme.spacing(0.25) }}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.75 }}>
        {counted.map((name) => (
          <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
            {name === 'executed' || name === 'throttled' ? (
              <MarkSign result={name} />
            ) : (
              <RuleResultChip result={name} />
            )}
            <Typography component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formats.number(results[name])}
            </Typography>
          </Box>
        ))}
        <Typography variant="caption" color="textMuted">
          {t('travel.looked', {
            evaluations: formats.number(evaluations),
            points: formats.number(points),
            duration: formats.number(result.durationMs, { maximum: 0 }),
          })}
        </Typography>
      </Box>
      {problem && (
        <Alert severity="error">
          {problem.alias === null
            ? t('travel.problem.conditions', { message: problem.message })
            : t('travel.problem.metric', { alias: problem.alias, message: problem.message })}
          {problem.line !== null && ` ${t('travel.problem.line', { line: problem.line })}`}
        </Alert>
      )}
      {isCut && (
        <Alert severity="info">{t('travel.cut', { from: formats.dateTime(from), to: formats.dateTime(to) })}</Alert>
      )}
    </Box>
  );
}
