import { Box } from '@mui/material';
import { type KeyboardEvent, useRef } from 'react';
import { usePointerDrag } from '../drag/use-pointer-drag.ts';
import type { Plot } from './ChartCanvas.tsx';
import type { ValueRange } from './chart-model.ts';
import { moveStep, roundTo } from './value-range.ts';

/** A horizontal line of a chart; movable if it has `onMove`. */
export interface ChartLimit {
  id: string;
  value: number;
  /** The meaning of the line, for screen readers. */
  label: string;
  /** The value with comparison sign and unit, as shown on the line. */
  text: string;
  onMove?: ((value: number) => void) | undefined;
}

interface LimitLineProps {
  limit: ChartLimit;
  plot: Plot;
  range: ValueRange;
  /** Called at the begin and end of a drag, because the axis must not change during it. */
  onHold: (isHeld: boolean) => void;
}

const pageSteps = 10;

/** The number of steps that a key moves the line; undefined for other keys. */
const stepsOf = (key: string): number | undefined =>
  ({ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: pageSteps, PageDown: -pageSteps })[key];

function LimitLine({ limit, plot, range, onHold }: LimitLineProps) {
  const { value, label, text, onMove } = limit;
  const { least, most } = range;
  // The drag distance is added to the line's height at the start, so that the line does not jump to the pointer.
  const startY = useRef(0);
  const step = moveStep(range);
  const perPixel = (most - least) / Math.max(1, plot.bottom - plot.top);
  const y = plot.bottom - (value - least) / perPixel;

  const move = (next: number) => {
    const rounded = roundTo(next, step);
    if (rounded !== value) onMove?.(rounded);
  };
  const { isPointerDragging, pointerDragProps } = usePointerDrag({
    onStart: () => {
      if (!onMove) return false;
      startY.current = y;
      onHold(true);
      return true;
    },
    onMove: (distance) => {
      const top = startY.current + distance.y;
      move(Math.min(most, Math.max(least, least + (plot.bottom - top) * perPixel)));
    },
    onEnd: () => onHold(false),
  });
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
      {...pointerDragProps}
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
        zIndex: isPointerDragging ? 2 : 1,
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
          bgcolor: isPointerDragging ? 'error.main' : 'background.paper',
          color: isPointerDragging ? 'error.contrastText' : 'error.main',
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
        sx={{
          flex: 1,
          borderTopWidth: 2,
          borderTopStyle: isPointerDragging ? 'solid' : 'dashed',
          borderTopColor: 'error.main',
        }}
      />
    </Box>
  );
}

export interface LimitLinesProps extends Omit<LimitLineProps, 'limit'> {
  limits: readonly ChartLimit[];
}

/** Lines over a chart, movable by mouse, finger and keys. */
export function LimitLines({ limits, ...rest }: LimitLinesProps) {
  return limits.map((limit) => <LimitLine key={limit.id} limit={limit} {...rest} />);
}
