import { Box } from '@mui/material';
import { useFormats } from '../../../lib/formats.ts';
import { useValueText } from '../values/use-value-text.ts';
import { numberOf } from '../values/value-view.ts';
import { PlainVisual } from './PlainVisual.tsx';
import { fractionOf } from './scale.ts';
import { TileNumber } from './TileNumber.tsx';
import type { VisualProps } from './tile-types.ts';

const inside = { x: 5, y: 5, width: 86, height: 34 };

/** A battery that is filled to the share of the value between minimum and maximum. */
export function BatteryVisual(props: VisualProps) {
  const { state, isStale } = props;
  const { numberText } = useValueText();
  const formats = useFormats();
  const number = numberOf(state.value);
  if (number === null) return <PlainVisual {...props} />;
  const { visualisation, unit, status } = state;
  const fraction = fractionOf(number, visualisation);
  const isPercent = unit === '%' && visualisation.minimum === 0 && visualisation.maximum === 100;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, width: '100%', minWidth: 0 }}>
      <Box
        component="svg"
        viewBox="0 0 104 44"
        aria-hidden
        sx={{ width: 'clamp(3.5rem, 34cqi, 5.5rem)', flexShrink: 0, color: 'border.strong' }}
      >
        <rect x="1.5" y="1.5" width="93" height="41" rx="7" fill="none" stroke="currentColor" strokeWidth="3" />
        <rect x="97" y="14" width="6" height="16" rx="2" fill="currentColor" />
        <Box component="g" sx={{ color: isStale ? 'text.muted' : status === 'unknown' ? 'ok.main' : `${status}.main` }}>
          <rect {...inside} width={inside.width * fraction} rx="4" fill="currentColor" />
        </Box>
      </Box>
      <Box component="span" sx={{ minWidth: 0 }}>
        <TileNumber
          text={numberText(number, visualisation.decimals)}
          unit={unit}
          mark={state.timestamp}
          isStale={isStale}
          isMissing={false}
          size="medium"
        />
        {!isPercent && (
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.muted' }}>
            {formats.percent(fraction)}
          </Box>
        )}
      </Box>
    </Box>
  );
}
