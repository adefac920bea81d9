import { type PointerEvent, useRef, useState } from 'react';
import type { Point } from './drag.ts';

interface PointerDragListener {
  /** Returns false if nothing can be pulled. */
  onStart: (event: PointerEvent<HTMLElement>) => boolean;
  /** Gets the distance from the start. */
  onMove: (distance: Point) => void;
  onEnd?: (isCanceled: boolean) => void;
}

/**
 * Follows a pointer that pulls a corner or a line. The drag-and-drop library moves items between targets; a pull has no
 * target, and every pixel changes a size or a value, so that pointer capture is all it needs.
 */
export function usePointerDrag({ onStart, onMove, onEnd }: PointerDragListener) {
  const from = useRef<Point>(undefined);
  const [isPointerDragging, setPointerDragging] = useState(false);
  const end = (isCanceled: boolean) => {
    if (!from.current) return;
    from.current = undefined;
    setPointerDragging(false);
    onEnd?.(isCanceled);
  };
  return {
    isPointerDragging,
    cancelPointerDrag: () => end(true),
    pointerDragProps: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || !onStart(event)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
        setPointerDragging(true);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (from.current) onMove({ x: clientX - from.current.x, y: clientY - from.current.y });
      },
      onPointerUp: () => end(false),
      onPointerCancel: () => end(true),
    },
  };
}
