import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { Point } from '../../../../ui/order/reorder.ts';
import { useHeldPointer } from '../../../../ui/order/use-held-pointer.ts';
import { columnCount, heightStepPx, heightWithin, pulled, type Sized, sizeWithin } from './layout.ts';

interface Pull {
  start: Sized;
  from: Point;
  columnPx: number;
}

const keySteps = new Map<string, { size: number; heightPx: number }>([
  ['ArrowLeft', { size: -1, heightPx: 0 }],
  ['ArrowRight', { size: 1, heightPx: 0 }],
  ['ArrowUp', { size: 0, heightPx: -heightStepPx }],
  ['ArrowDown', { size: 0, heightPx: heightStepPx }],
]);

const isSame = (left: Sized, right: Sized) => left.size === right.size && left.minHeightPx === right.minHeightPx;

/**
 * Another size by pulling a corner or by the arrow keys on it. `shown` follows at once; `onResize` is told when the
 * pointer or the key is let go.
 */
export function useWidgetResize({ size, minHeightPx }: Sized, onResize: (sized: Sized) => Promise<unknown>) {
  const [next, setNext] = useState<Sized>();
  const [isPulling, setPulling] = useState(false);
  const pull = useRef<Pull>(undefined);
  /** The last size by the pointer, which may be let go before it has been drawn. */
  const pulledTo = useRef<Sized>(undefined);
  const current = { size, minHeightPx };
  const shown = next ?? current;

  const finish = (isDone: boolean) => {
    setPulling(false);
    const wanted = pulledTo.current ?? next;
    pulledTo.current = undefined;
    if (!isDone || !wanted || isSame(wanted, current)) return setNext(undefined);
    // It stays until the widget has the size, or has it not; what is pulled meanwhile is the next size.
    setNext(wanted);
    void onResize(wanted).finally(() => setNext((latest) => (latest === wanted ? undefined : latest)));
  };
  const follow = ({ x, y }: Point) => {
    if (!pull.current) return;
    const { start, from, columnPx } = pull.current;
    pulledTo.current = pulled(start, { x: x - from.x, y: y - from.y }, columnPx);
    setNext(pulledTo.current);
  };
  useHeldPointer(isPulling, { onMove: follow, onEnd: finish });

  return {
    shown,
    isPulling,
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const grid = event.currentTarget.closest('[data-widget-grid]');
        if (event.button !== 0 || !grid) return;
        event.preventDefault();
        event.currentTarget.focus();
        pull.current = {
          start: current,
          from: { x: event.clientX, y: event.clientY },
          columnPx: grid.getBoundingClientRect().width / columnCount,
        };
        setPulling(true);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const step = keySteps.get(event.key);
        if (!step) return;
        event.preventDefault();
        setNext({
          size: sizeWithin(shown.size + step.size),
          minHeightPx: heightWithin(shown.minHeightPx + step.heightPx),
        });
      },
      // A key that is held repeats itself; one request is enough.
      onKeyUp: (event: KeyboardEvent) => {
        if (keySteps.has(event.key)) finish(true);
      },
      onBlur: () => {
        if (!isPulling && next) finish(true);
      },
    },
  };
}
