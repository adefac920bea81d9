import { Box } from '@mui/material';
import { usePulse } from '../../../ui/value/use-pulse.ts';

export interface TileNumberProps {
  text: string;
  unit?: string;
  /** A change of it pulses once. */
  mark: string | null;
  isStale: boolean;
  isMissing: boolean;
  size?: 'large' | 'medium' | 'small';
}

/** By the width of the tile, within limits. */
const sizes = {
  large: { value: 'clamp(1.5rem, 15cqi, 2.25rem)', unit: 'clamp(0.8125rem, 7cqi, 1rem)' },
  medium: { value: 'clamp(1.125rem, 10cqi, 1.5rem)', unit: '0.8125rem' },
  small: { value: '0.9375rem', unit: '0.75rem' },
};

/** The value of a tile with its unit; pulses once when it changes. */
export function TileNumber({ text, unit = '', mark, isStale, isMissing, size = 'large' }: TileNumberProps) {
  const pulse = usePulse(mark);
  return (
    <Box
      component="span"
      key={pulse.changes}
      sx={{
        display: 'inline-block',
        maxWidth: '100%',
        borderRadius: 0.5,
        overflowWrap: 'anywhere',
        fontWeight: 600,
        letterSpacing: size === 'small' ? 0 : '-0.02em',
        lineHeight: size === 'small' ? 1.4 : 1.2,
        fontSize: sizes[size].value,
        fontVariantNumeric: 'tabular-nums',
        color: isStale || isMissing ? 'text.muted' : 'text.primary',
        ...pulse.sx,
      }}
    >
      {text}
      {unit !== '' && !isMissing && (
        <Box
          component="span"
          sx={{ ml: 0.5, fontSize: sizes[size].unit, fontWeight: 500, letterSpacing: 0, color: 'text.secondary' }}
        >
          {unit}
        </Box>
      )}
    </Box>
  );
}
