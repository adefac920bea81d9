import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { isSameOrder, moveTo, type PlaceOf, type Point, placeByKey, rowAt } from './reorder.ts';
import { useHeldPointer } from './use-held-pointer.ts';

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

  const follow = (point: Point) => {
    if (!dragged) return;
    const shown = dragged.order.flatMap((id) => rows.current.get(id)?.getBoundingClientRect() ?? []);
    const place = placeOf(point, shown);
    if (place === undefined) return;
    const next = moveTo(dragged.order, dragged.id, place);
    if (!isSameOrder(next, dragged.order)) setDragged({ ...dragged, order: next });
  };
  const finish = (isDone: boolean) => {
    if (dragged && isDone && !isSameOrder(dragged.order, ids)) onOrder([...dragged.order], dragged.id);
    setDragged(undefined);
  };

  useHeldPointer(dragged !== undefined, { onMove: follow, onEnd: finish });

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
        const target = placeByKey(event.key, ids.indexOf(id), ids.length);
        if (target === undefined) return;
        event.preventDefault();
        step(id, target);
      },
    }),
  };
}
