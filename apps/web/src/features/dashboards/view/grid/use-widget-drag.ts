import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createDragRefs, type DragId, listenToDrags, type Point } from '../../../../ui/drag/drag.ts';
import { isSameOrder, moveTo } from '../../../../ui/order/reorder.ts';
import { useMoveKeys } from '../../../../ui/order/use-move-keys.ts';
import { type DropLine, dropIndex, dropLine, isOneColumn } from './layout.ts';

interface Dragged {
  id: DragId;
  line: DropLine | undefined;
}

/**
 * Another order of widgets by dragging a handle with mouse or finger, or by keys on it. Widgets stay in their places
 * during a drag, because rendering charts at each move is slow; a line shows the future place. `onOrder` gets the whole
 * new order.
 */
export function useWidgetDrag(ids: readonly number[], onOrder: (ids: number[], moved: number) => void) {
  const list = useId();
  const [refs] = useState(() => createDragRefs(list));
  const [frames] = useState(() => new Map<number, HTMLElement>());
  const ghost = useRef<HTMLElement>(null);
  const pointer = useRef<Point>({ x: 0, y: 0 });
  const [dragged, setDragged] = useState<Dragged>();
  const keysOf = useMoveKeys(ids, onOrder);

  const othersThan = (dragId: DragId) =>
    ids.filter((id) => id !== dragId).flatMap((id) => frames.get(id)?.getBoundingClientRect() ?? []);
  const placeGhost = () => {
    const { x, y } = pointer.current;
    if (ghost.current) ghost.current.style.transform = `translate(${x + 12}px, ${y + 12}px)`;
  };
  const follow = useEffectEvent((id: DragId, point: Point) => {
    pointer.current = point;
    placeGhost();
    const line = dropLine(point, othersThan(id));
    const isShown = dragged?.id === id && dragged.line?.left === line?.left && dragged.line?.top === line?.top;
    if (!isShown) setDragged({ id, line });
  });
  const drop = useEffectEvent((dragId: DragId, point: Point) => {
    const id = ids.find((each) => each === dragId);
    if (id === undefined) return;
    const others = othersThan(id);
    const next = moveTo(ids, id, dropIndex(point, others, isOneColumn(others)));
    if (!isSameOrder(next, ids)) onOrder(next, id);
  });
  useEffect(
    () =>
      listenToDrags(list, {
        onStart: (id, point) => follow(id, point),
        onMove: (id, point) => follow(id, point),
        onEnd: (id, { isCanceled, point }) => {
          if (!isCanceled) drop(id, point);
          setDragged(undefined);
        },
      }),
    [list],
  );

  // The library scrolls the page near its edges, also while the pointer rests.
  const draggedId = dragged?.id;
  useEffect(() => {
    if (draggedId === undefined) return;
    const scrolled = () => follow(draggedId, pointer.current);
    window.addEventListener('scroll', scrolled, { passive: true });
    return () => window.removeEventListener('scroll', scrolled);
  }, [draggedId]);

  return {
    draggedId,
    line: dragged?.line,
    ghostRef: (element: HTMLElement | null) => {
      ghost.current = element;
      placeGhost();
    },
    frameRef: (id: number) => (element: HTMLElement | null) => {
      if (element) frames.set(id, element);
      else frames.delete(id);
    },
    handle: (id: number) => ({ ref: refs.handleRef(id), onKeyDown: keysOf(id) }),
  };
}
