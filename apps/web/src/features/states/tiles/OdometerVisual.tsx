import { Box } from '@mui/material';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { useValueText } from '../values/use-value-text.ts';
import { numberOf } from '../values/value-view.ts';
import { odometerDigits } from './odometer.ts';
import { PlainVisual } from './PlainVisual.tsx';
import type { VisualProps } from './tile-types.ts';

function Digits({ digits, isFraction = false }: { digits: string; isFraction?: boolean }) {
  return [...digits].map((digit, index) => (
    <Box
      component="span"
      // The places of a counter have no other name.
      // biome-ignore lint/suspicious/noArrayIndexKey: a digit is its place
      key={index}
      sx={{
        flex: '0 1 1.5em',
        minWidth: 0,
        py: 0.5,
        textAlign: 'center',
        borderRadius: 0.5,
        border: 1,
        borderColor: isFraction ? 'primary.main' : 'border.main',
        bgcolor: isFraction ? 'primary.soft' : 'background.raised',
        color: isFraction ? 'primary.main' : 'inherit',
      }}
    >
      {digit}
    </Box>
  ));
}

/** A counter with its digits in little windows, the decimals in another colour. */
export function OdometerVisual(props: VisualProps) {
  const { state, isStale } = props;
  const { numberText } = useValueText();
  const number = numberOf(state.value);
  if (number === null) return <PlainVisual {...props} />;
  const { minimumLength, decimals } = state.visualisation;
  const { isNegative, whole, decimals: fraction } = odometerDigits(number, minimumLength, decimals ?? 0);
  const places = whole.length + fraction.length + 1;
  return (
    <Box component="span" sx={{ display: 'flex', flexDirection: 'column', gap: 0.75, width: '100%', minWidth: 0 }}>
      <Box component="span" sx={visuallyHidden}>
        {numberText(number, decimals ?? 0)}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{
          display: 'flex',
          gap: '2px',
          // As large as the tile allows for so many places.
          fontSize: `clamp(0.6875rem, calc(62cqi / ${places}), 1.5rem)`,
          fontWeight: 600,
          lineHeight: 1.2,
          fontVariantNumeric: 'tabular-nums',
          color: isStale ? 'text.muted' : 'text.primary',
        }}
      >
        {isNegative && <Box component="span">−</Box>}
        <Digits digits={whole} />
        {fraction !== '' && <Digits digits={fraction} isFraction />}
      </Box>
      {state.unit !== '' && (
        <Box component="span" sx={{ typography: 'caption', color: 'text.muted' }}>
          {state.unit}
        </Box>
      )}
    </Box>
  );
}
