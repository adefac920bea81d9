import { Box } from '@mui/material';
import { useFormats } from '../../../lib/formats.ts';
import { useValueText } from '../values/use-value-text.ts';
import { numberOf } from '../values/value-view.ts';
import { PlainVisual } from './PlainVisual.tsx';
import { fractionOf } from './scale.ts';
import { TileNumber } from './TileNumber.tsx';
import type { VisualProps } from './tile-types.ts';

const ring = { cx: 50, cy: 50, r: 42, fill: 'none', strokeWidth: 10 };

/** A ring that is filled to the share of the value between minimum and maximum. */
export function DoughnutVisual(props: VisualProps) {
  const { state, isStale } = props;
  const { numberText } = useValueText();
  const formats = useFormats();
  const number = numberOf(state.value);
  if (number === null) return <PlainVisual {...props} />;
  const { visualisation, unit, status } = state;
  const fraction = fractionOf(number, visualisation);
  const isPercent = unit === '%' && visualisation.minimum === 0 && visualisation.maximum === 100;
  return (
    <Box
      component="span"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 2, width: '100%', minWidth: 0 }}
    >
      <Box component="span" sx={{ position: 'relative', display: 'flex', width: 'min(7.5rem, 48cqi)', flexShrink: 0 }}>
        <Box component="svg" viewBox="0 0 100 100" aria-hidden sx={{ width: '100%', transform: 'rotate(-90deg)' }}>
          <Box component="g" sx={{ color: 'border.main' }}>
            <circle {...ring} stroke="currentColor" />
          </Box>
          <Box
            component="g"
            sx={{ color: isStale ? 'text.muted' : status === 'unknown' ? 'primary.main' : `${status}.main` }}
          >
            {fraction > 0 && (
              <circle {...ring} stroke="currentColor" pathLength={100} strokeDasharray={`${fraction * 100} 100`} />
            )}
          </Box>
        </Box>
        <Box
          component="span"
          sx={{ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', px: 1, textAlign: 'center' }}
        >
          <Box component="span" sx={{ fontSize: 'clamp(0.9375rem, 8cqi, 1.25rem)', fontWeight: 600, color: 'inherit' }}>
            {formats.number(fraction * 100, { maximum: 0 })} %
          </Box>
        </Box>
      </Box>
      {!isPercent && (
        <TileNumber
          text={numberText(number, visualisation.decimals)}
          unit={unit}
          mark={state.timestamp}
          isStale={isStale}
          isMissing={false}
          size="medium"
        />
      )}
    </Box>
  );
}
