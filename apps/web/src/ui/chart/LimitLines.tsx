import { Box } from '@mui/material';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Plot } from './ChartCanvas.tsx';
import type { ValueRange } from './chart-model.ts';
import { moveStep, roundTo } from './value-range.ts';

/** A horizontal line of a chart that can be moved, unless it is only shown. */
export interface ChartLimit {
  id: string;
  value: number;
  /** What the line means, for screen readers. */
  label: string;
  /** Its value with sign and unit, as it stands on the line. */
  text: string;
  onMove?: ((value: number) => void) | undefined;
}

interface LimitLineProps {
  limit: ChartLimit;
  plot: Plot;
  range: ValueRange;
  /** Begins and ends a move: the axis must not change under the finger. */
  onHold: (isHeld: boolean) => void;
}

const pageSteps = 10;

/** How many steps a key moves; undefined for keys that move nothing. */
const stepsOf = (key: string): number | undefined =>
  ({ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: pageSteps, PageDown: -pageSteps })[key];

function LimitLine({ limit, plot, range, onHold }: LimitLineProps) {
  const { value, label, text, onMove } = limit;
  const { least, most } = range;
  const [isHeld, setHeld] = useState(false);
  // How far from the line it was taken hold of, so that it does not jump to the finger.
  const offset = useRef(0);
  const step = moveStep(range);
  const perPixel = (most - least) / Math.max(1, plot.bottom - plot.top);
  const y = plot.bottom - (value - least) / perPixel;

  const move = (next: number) => {
    const rounded = roundTo(next, step);
    if (rounded !== value) onMove?.(rounded);
  };
  const hold = (held: boolean) => {
    setHeld(held);
    onHold(held);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !onMove) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    offset.current = event.clientY - y;
    hold(true);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!isHeld) return;
    const top = event.clientY - offset.current;
    move(Math.min(most, Math.max(least, least + (plot.bottom - top) * perPixel)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOf(event.key);
    if (steps === undefined) return;
    event.preventDefault();
    move(value + steps * step);
  };

  return (
    <Box
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={text}
      aria-readonly={!onMove}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => hold(false)}
      onPointerCancel={() => hold(false)}
      onKeyDown={onKeyDown}
      style={{ top: y, left: plot.left, width: plot.right - plot.left }}
      sx={{
        position: 'absolute',
        height: (theme) => theme.spacing(3.5),
        transform: 'translateY(-50%)',
        display: 'flex',
        alignItems: 'center',
        cursor: onMove ? 'ns-resize' : 'default',
        // A finger that moves the line must not scroll the page.
        touchAction: onMove ? 'none' : 'auto',
        userSelect: 'none',
        outline: 'none',
        color: 'error.main',
        zIndex: isHeld ? 2 : 1,
        '&:focus-visible > span:first-of-type': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <Box
        component="span"
        aria-hidden
        sx={{
          px: 1,
          borderRadius: 1,
          border: 1,
          borderColor: 'error.main',
          bgcolor: isHeld ? 'error.main' : 'background.paper',
          color: isHeld ? 'error.contrastText' : 'error.main',
          typography: 'caption',
          fontWeight: 600,
          lineHeight: 1.7,
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {text}
      </Box>
      <Box
        component="span"
        aria-hidden
        sx={{ flex: 1, borderTopWidth: 2, borderTopStyle: isHeld ? 'solid' : 'dashed', borderTopColor: 'error.main' }}
      />
    </Box>
  );
}

export interface LimitLinesProps extends Omit<LimitLineProps, 'limit'> {
  limits: readonly ChartLimit[];
}

/** Lines over a chart that are moved by mouse, finger and keys. */
export function LimitLines({ limits, ...rest }: LimitLinesProps) {
  return limits.map((limit) => <LimitLine key={limit.id} limit={limit} {...rest} />);
}
