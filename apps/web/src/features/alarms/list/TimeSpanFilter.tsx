import { Box, IconButton } from '@mui/material';
import { X } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from '../../../ui/navigation/use-search-params.ts';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { relative, type TimeRangeValue, timeRangeFromText, timeRangeToText } from '../../../ui/time/time-range.ts';

const lastMonth = relative(30, 'd');

/** An optional time span in the address; a change returns to the first page. */
export function useTimeSpan(prefix: string) {
  const [search, change] = useSearchParams();
  const text = search[`${prefix}range`];
  const span = useMemo(() => timeRangeFromText(text), [text]);
  const setSpan = useCallback(
    (next: TimeRangeValue | undefined) =>
      change({ [`${prefix}range`]: next && timeRangeToText(next), [`${prefix}page`]: undefined }, { replace: false }),
    [change, prefix],
  );
  return [span, setSpan] as const;
}

interface TimeSpanFilterProps {
  span: TimeRangeValue | undefined;
  onChange: (span: TimeRangeValue | undefined) => void;
}

/** Filters by time; by default the log shows everything that is stored. */
export function TimeSpanFilter({ span, onChange }: TimeSpanFilterProps) {
  const { t } = useTranslation('alarms');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
      <TimeRange value={span ?? lastMonth} placeholder={span ? undefined : t('span.any')} onChange={onChange} />
      {span && (
        <IconButton aria-label={t('span.remove')} onClick={() => onChange(undefined)}>
          <X aria-hidden />
        </IconButton>
      )}
    </Box>
  );
}
