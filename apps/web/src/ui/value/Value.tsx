import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/formats.ts';
import { Age } from './Age.tsx';
import { type Freshness, freshnessOf } from './freshness.ts';
import { useNow } from './use-now.ts';
import { usePulse } from './use-pulse.ts';

export interface ValueProps {
  /** Numbers are formatted by the language; an unknown value is a dash. */
  value: number | string | boolean | null | undefined;
  unit?: string | undefined;
  /** Name of the value, above it. */
  label?: ReactNode;
  /** At most this many decimals. */
  decimals?: number;
  measuredAt?: string | number | Date | null | undefined;
  /** The expected interval of new values; the value fades when it is overdue. */
  expectedEveryMs?: number | undefined;
  size?: 'large' | 'small';
}

const colours: Record<Freshness, string> = {
  fresh: 'text.primary',
  late: 'text.secondary',
  stale: 'text.muted',
  never: 'text.muted',
};

/** A value with its unit and age. */
export function Value({ value, unit, label, decimals = 3, measuredAt, expectedEveryMs, size = 'large' }: ValueProps) {
  const formats = useFormats();
  const nowMs = useNow();
  const showsAge = measuredAt !== undefined;
  const freshness = showsAge ? freshnessOf({ measuredAt, expectedEveryMs, nowMs }) : 'fresh';
  const pulse = usePulse(showsAge ? `${measuredAt}` : value);
  const missing = value === null || value === undefined || value === '';
  const text = typeof value === 'number' ? formats.number(value, { maximum: decimals }) : String(value);
  return (
    <Box sx={{ minWidth: 0 }}>
      {label && (
        <Typography variant="subtitle2" component="div" color="textSecondary">
          {label}
        </Typography>
      )}
      <Box
        component="span"
        key={pulse.changes}
        sx={{
          display: 'inline-block',
          maxWidth: '100%',
          overflowWrap: 'anywhere',
          borderRadius: 0.5,
          color: colours[freshness],
          fontWeight: 600,
          letterSpacing: '-0.02em',
          lineHeight: 1.2,
          fontSize: size === 'large' ? '1.875rem' : '1.125rem',
          ...pulse.sx,
        }}
      >
        {missing ? '—' : text}
        {unit && !missing && (
          <Box
            component="span"
            sx={{
              ml: 0.5,
              fontSize: size === 'large' ? '1rem' : '0.8125rem',
              fontWeight: 500,
              letterSpacing: 0,
              color: 'text.muted',
            }}
          >
            {unit}
          </Box>
        )}
      </Box>
      {showsAge && (
        <Typography variant="caption" component="div">
          <Age at={measuredAt} expectedEveryMs={expectedEveryMs} />
        </Typography>
      )}
    </Box>
  );
}
