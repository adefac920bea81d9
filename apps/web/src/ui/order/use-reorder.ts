import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isSameOrder, moveTo, type PlaceOf, type Point, rowAt } from './reorder.ts';

interface Dragged<Id> {
  id: Id;
  order: readonly Id[];
}

/**
 * An order that is changed by dragging a handle, with mouse or finger, or by its arrow keys. `onOrder` gets the whole
 * new order; while something is dragged only the screen follows. `placeOf` says what the pointer means: rows one below
 * the other, unless said otherwise.
 */
export function useReorder<Id>(ids: readonly Id[], onOrder: (ids: Id[], moved: Id) => void, placeOf: PlaceOf = rowAt) {
  const rows = useRef(new Map<Id, HTMLElement>());
  const [dragged, setDragged] = useState<Dragged<Id>>();
  const order = dragged?.order ?? ids;

  const follow = useEffectEvent((point: Point) => {
    if (!dragged) return;
    const shown = dragged.order.flatMap((id) => rows.current.get(id)?.getBoundingClientRect() ?? []);
    const place = placeOf(point, shown);
    if (place === undefined) return;
    const next = moveTo(dragged.order, dragged.id, place);
    if (!isSameOrder(next, dragged.order)) setDragged({ ...dragged, order: next });
  });
  const finish = useEffectEvent((isDone: boolean) => {
    if (dragged && isDone && !isSameOrder(dragged.order, ids)) onOrder([...dragged.order], dragged.id);
    setDragged(undefined);
  });

  const isDragging = dragged !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    // On the window: the row under the pointer moves away from it while it is dragged.
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => follow({ x: clientX, y: clientY });
    const up = () => finish(true);
    const cancel = () => finish(false);
    const giveUp = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && finish(false);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', giveUp);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', giveUp);
    };
  }, [isDragging]);

  const step = (id: Id, index: number) => {
    const next = moveTo(ids, id, index);
    if (!isSameOrder(next, ids)) onOrder(next, id);
  };

  return {
    order,
    draggedId: dragged?.id,
    rowRef: (id: Id) => (element: HTMLElement | null) => {
      if (element) rows.current.set(id, element);
      else rows.current.delete(id);
    },
    handle: (id: Id) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0) setDragged({ id, order: ids });
      },
      onKeyDown: (event: KeyboardEvent) => {
        const index = ids.indexOf(id);
        const targets: Record<string, number> = {
          ArrowUp: index - 1,
          ArrowDown: index + 1,
          ArrowLeft: index - 1,
          ArrowRight: index + 1,
          Home: 0,
          End: ids.length - 1,
        };
        const target = targets[event.key];
        if (target === undefined) return;
        event.preventDefault();
        step(id, target);
      },
    }),
  };
}
