import { Box } from '@mui/material';
import { CircleCheck, CircleSlash } from 'lucide-react';
import { useValueText } from '../values/use-value-text.ts';
import { type ValueView, viewOf } from '../values/value-view.ts';
import { fractionOf } from './scale.ts';
import { TileNumber } from './TileNumber.tsx';
import type { VisualProps } from './tile-types.ts';

const longText = 12;
const veryLongText = 40;
/** More of a JSON value does not help on a tile; the history shows it in full. */
const mostText = 240;

function sizeOf(view: ValueView, text: string) {
  if (view.kind === 'json' || text.length > veryLongText) return 'small';
  return view.kind === 'place' || text.length > longText ? 'medium' : 'large';
}

/** Where a number lies between minimum and maximum, as a thin line. */
function RangeBar({ fraction, status }: { fraction: number; status: VisualProps['state']['status'] }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ display: 'block', height: '6px', borderRadius: '3px', bgcolor: 'background.raised', overflow: 'hidden' }}
    >
      <Box
        component="span"
        sx={{
          display: 'block',
          height: '100%',
          width: `${fraction * 100}%`,
          borderRadius: '3px',
          bgcolor: status === 'unknown' ? 'primary.main' : `${status}.main`,
        }}
      />
    </Box>
  );
}

/** Any value as it is: numbers large, yes and no with a sign, JSON as text. */
export function PlainVisual({ state, isStale }: VisualProps) {
  const { viewText } = useValueText();
  const view = viewOf(state);
  const text = viewText(view, state.visualisation.decimals);
  const Sign = view.kind === 'boolean' ? (view.isOn ? CircleCheck : CircleSlash) : undefined;
  const isOn = view.kind === 'boolean' && view.isOn && !isStale;
  return (
    <Box component="span" sx={{ display: 'flex', flexDirection: 'column', gap: 1, width: '100%', minWidth: 0 }}>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {Sign && (
          <Box component="span" aria-hidden sx={{ display: 'flex', color: isOn ? 'primary.main' : 'text.muted' }}>
            <Sign size="1.5rem" />
          </Box>
        )}
        <TileNumber
          text={text.length > mostText ? `${text.slice(0, mostText)}…` : text}
          unit={view.kind === 'boolean' ? '' : state.unit}
          mark={state.timestamp}
          isStale={isStale}
          isMissing={view.kind === 'missing'}
          size={sizeOf(view, text)}
        />
      </Box>
      {state.layout === 'range' && view.kind === 'number' && (
        <RangeBar fraction={fractionOf(view.number, state.visualisation)} status={isStale ? 'unknown' : state.status} />
      )}
    </Box>
  );
}
