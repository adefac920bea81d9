import { Box } from '@mui/material';
import { usePulse } from '../../../ui/value/use-pulse.ts';
import { useValueText } from './use-value-text.ts';
import type { StateValue } from './value-view.ts';

export interface ValueTextProps {
  value: StateValue;
  unit: string;
  decimals: number | null;
  /** A change of it pulses once. */
  timestamp?: string | null;
}

/** A value in a line of text or a table: one line, the unit small and grey. */
export function ValueText({ value, unit, decimals, timestamp }: ValueTextProps) {
  const { valueText } = useValueText();
  const pulse = usePulse(timestamp ?? JSON.stringify(value));
  const isMissing = value === null || value === '';
  return (
    <Box
      component="span"
      key={pulse.changes}
      sx={{
        display: 'inline-block',
        maxWidth: '100%',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
        verticalAlign: 'bottom',
        borderRadius: 0.5,
        fontWeight: isMissing ? 400 : 500,
        fontVariantNumeric: 'tabular-nums',
        color: isMissing ? 'text.muted' : 'text.primary',
        ...pulse.sx,
      }}
    >
      {valueText({ value, decimals })}
      {unit !== '' && !isMissing && (
        <Box component="span" sx={{ ml: 0.5, typography: 'caption', color: 'text.muted' }}>
          {unit}
        </Box>
      )}
    </Box>
  );
}
