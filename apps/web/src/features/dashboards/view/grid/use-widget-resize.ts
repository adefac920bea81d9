import { type KeyboardEvent, useRef, useState } from 'react';
import { usePointerDrag } from '../../../../ui/drag/use-pointer-drag.ts';
import { columnCount, heightStepPx, heightWithin, pulled, type Sized, sizeWithin } from './layout.ts';

const keySteps = new Map<string, { size: number; heightPx: number }>([
  ['ArrowLeft', { size: -1, heightPx: 0 }],
  ['ArrowRight', { size: 1, heightPx: 0 }],
  ['ArrowUp', { size: 0, heightPx: -heightStepPx }],
  ['ArrowDown', { size: 0, heightPx: heightStepPx }],
]);

const isSame = (left: Sized, right: Sized) => left.size === right.size && left.minHeightPx === right.minHeightPx;

/**
 * Another size by pulling a corner or by the arrow keys on it. `shown` changes at once; `onResize` is called when the
 * pointer or the key is released.
 */
export function useWidgetResize({ size, minHeightPx }: Sized, onResize: (sized: Sized) => Promise<unknown>) {
  const [next, setNext] = useState<Sized>();
  /** The size and the column width at the start of the drag. */
  const start = useRef({ sized: { size, minHeightPx }, columnPx: 1 });
  /** The last size by the pointer, which may be released before it has been rendered. */
  const pulledTo = useRef<Sized>(undefined);
  const current = { size, minHeightPx };
  const shown = next ?? current;

  const finish = (isCanceled: boolean) => {
    const wanted = pulledTo.current ?? next;
    pulledTo.current = undefined;
    if (isCanceled || !wanted || isSame(wanted, current)) return setNext(undefined);
    // The new size stays until it is saved or refused; another drag in the meantime sets the next one.
    setNext(wanted);
    void onResize(wanted).finally(() => setNext((latest) => (latest === wanted ? undefined : latest)));
  };
  const { isPointerDragging, cancelPointerDrag, pointerDragProps } = usePointerDrag({
    onStart: (event) => {
      const grid = event.currentTarget.closest('[data-widget-grid]');
      if (!grid) return false;
      event.preventDefault();
      event.currentTarget.focus();
      start.current = { sized: current, columnPx: grid.getBoundingClientRect().width / columnCount };
      return true;
    },
    onMove: (distance) => {
      pulledTo.current = pulled(start.current.sized, distance, start.current.columnPx);
      setNext(pulledTo.current);
    },
    onEnd: finish,
  });

  return {
    shown,
    isPointerDragging,
    handle: {
      ...pointerDragProps,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape') cancelPointerDrag();
        const step = keySteps.get(event.key);
        if (!step) return;
        event.preventDefault();
        setNext({
          size: sizeWithin(shown.size + step.size),
          minHeightPx: heightWithin(shown.minHeightPx + step.heightPx),
        });
      },
      // A held key repeats; one request is enough.
      onKeyUp: (event: KeyboardEvent) => {
        if (keySteps.has(event.key)) finish(false);
      },
      onBlur: () => {
        if (!isPointerDragging && next) finish(false);
      },
    },
  };
}
