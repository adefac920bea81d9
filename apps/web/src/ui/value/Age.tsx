import { Box, Tooltip } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { type Freshness, freshnessOf, toMs } from './freshness.ts';
import { useNow } from './use-now.ts';

export interface AgeProps {
  at: string | number | Date | null | undefined;
  /** The expected interval of new values; absent: the age is shown without a warning. */
  expectedEveryMs?: number | undefined;
  /** A value older than this is stale. */
  staleAfterMs?: number | undefined;
}

const colours: Record<Freshness, string> = {
  fresh: 'text.muted',
  late: 'warning.main',
  stale: 'error.main',
  never: 'text.muted',
};

/** "3 min ago" with the exact time on hover; marks the value if the next one is overdue. */
export function Age({ at, expectedEveryMs, staleAfterMs }: AgeProps) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const nowMs = useNow();
  const freshness = freshnessOf({ measuredAt: at, expectedEveryMs, staleAfterMs, nowMs });
  if (freshness === 'never' || at === null || at === undefined) {
    return (
      <Box component="span" sx={{ color: colours.never }}>
        {t('age.never')}
      </Box>
    );
  }
  const overdue = freshness === 'late' || freshness === 'stale';
  // A clock that is slightly ahead must not show a value from the future.
  const age = formats.relativeTime(Math.min(toMs(at), nowMs), nowMs);
  return (
    <Tooltip title={formats.exactTime(at)}>
      <Box
        component="time"
        dateTime={new Date(at).toISOString()}
        sx={{ color: colours[freshness], whiteSpace: 'nowrap' }}
      >
        {overdue ? t(`age.${freshness}`, { age }) : age}
      </Box>
    </Tooltip>
  );
}
