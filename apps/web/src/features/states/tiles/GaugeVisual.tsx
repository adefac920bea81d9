import { Box } from '@mui/material';
import { useFormats } from '../../../lib/formats.ts';
import { useValueText } from '../values/use-value-text.ts';
import { numberOf } from '../values/value-view.ts';
import { PlainVisual } from './PlainVisual.tsx';
import { arcPath, bandsOf, fractionOf, onArc } from './scale.ts';
import { TileNumber } from './TileNumber.tsx';
import type { VisualProps } from './tile-types.ts';

const centre = { x: 100, y: 96 };
const radius = 82;
const width = 15;
const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: width };

/** With thresholds coloured bands and a needle, without them an arc that is filled up to the value. */
function Scale({ state, number, isStale }: { state: VisualProps['state']; number: number; isStale: boolean }) {
  const bands = bandsOf(state.visualisation);
  const fraction = fractionOf(number, state.visualisation);
  const inner = onArc(fraction, radius - width, centre);
  const outer = onArc(fraction, radius + width / 2 + 3, centre);
  return (
    <Box
      component="svg"
      viewBox="0 0 200 102"
      aria-hidden
      sx={{ width: '100%', overflow: 'visible', opacity: isStale ? 0.55 : 1 }}
    >
      {bands.length === 0 && (
        <>
          <Box component="g" sx={{ color: 'border.main' }}>
            <path d={arcPath(0, 1, radius, centre)} {...stroke} />
          </Box>
          <Box component="g" sx={{ color: 'primary.main' }}>
            {fraction > 0 && <path d={arcPath(0, fraction, radius, centre)} {...stroke} />}
          </Box>
        </>
      )}
      {bands.map(({ from, to, status }) => (
        <Box component="g" key={from} sx={{ color: `${status}.main` }}>
          <path d={arcPath(from, to, radius, centre)} {...stroke} />
        </Box>
      ))}
      {bands.length > 0 && (
        <>
          <Box component="g" sx={{ color: 'background.paper' }}>
            <line x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} stroke="currentColor" strokeWidth="8" />
          </Box>
          <Box component="g" sx={{ color: 'text.primary' }}>
            <line
              x1={inner.x}
              y1={inner.y}
              x2={outer.x}
              y2={outer.y}
              stroke="currentColor"
              strokeWidth="4"
              strokeLinecap="round"
            />
          </Box>
        </>
      )}
    </Box>
  );
}

export function GaugeVisual(props: VisualProps) {
  const { state, isStale } = props;
  const { numberText } = useValueText();
  const formats = useFormats();
  const number = numberOf(state.value);
  if (number === null) return <PlainVisual {...props} />;
  const { visualisation, unit } = state;
  return (
    <Box component="span" sx={{ display: 'block', width: '100%', maxWidth: '15rem', mx: 'auto' }}>
      <Box component="span" sx={{ position: 'relative', display: 'flex' }}>
        <Scale state={state} number={number} isStale={isStale} />
        <Box component="span" sx={{ position: 'absolute', insetInline: 0, bottom: 0, textAlign: 'center', px: '22%' }}>
          <TileNumber
            text={numberText(number, visualisation.decimals)}
            mark={state.timestamp}
            isStale={isStale}
            isMissing={false}
            size="medium"
          />
        </Box>
      </Box>
      <Box
        component="span"
        sx={{ display: 'flex', justifyContent: 'space-between', typography: 'caption', color: 'text.muted', px: 0.5 }}
      >
        <span>{formats.number(visualisation.minimum)}</span>
        <span>{unit}</span>
        <span>{formats.number(visualisation.maximum)}</span>
      </Box>
    </Box>
  );
}
