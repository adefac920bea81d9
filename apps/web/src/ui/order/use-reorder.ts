import { type ComponentProps, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createDragRefs, type DragEnd, type DragId, listenToDrags } from '../drag/drag.ts';
import { isSameOrder, moveTo } from './reorder.ts';
import { useMoveKeys } from './use-move-keys.ts';

/** The properties of a button that moves its item. */
export type OrderHandle = Pick<ComponentProps<'button'>, 'ref' | 'onKeyDown'>;

interface Dragged<Id> {
  id: Id;
  order: readonly Id[];
  /** The item under the pointer. It changes the order once, until the pointer has left it. */
  overId: Id | undefined;
}

/**
 * An order that changes by dragging a handle with mouse or finger, or by keys on the handle. `onOrder` gets the whole
 * new order; during a drag only the screen changes.
 */
export function useReorder<Id extends DragId>(ids: readonly Id[], onOrder: (ids: Id[], moved: Id) => void) {
  const list = useId();
  const [refs] = useState(() => createDragRefs(list));
  // The pointer may be released before the state of its last move has been rendered.
  const latest = useRef<Dragged<Id>>(undefined);
  const [dragged, setDragged] = useState<Dragged<Id>>();
  const keysOf = useMoveKeys(ids, onOrder);

  const show = (next: Dragged<Id> | undefined) => {
    latest.current = next;
    setDragged(next);
  };
  const over = (dragId: DragId, overDragId: DragId | undefined) => {
    const [id, overId] = [dragId, overDragId].map((each) => ids.find((known) => known === each));
    if (id === undefined) return;
    const { order, overId: before } = latest.current ?? { order: ids, overId: undefined };
    if (overId === undefined || overId === before) return show({ id, order, overId: before });
    show({ id, order: moveTo(order, id, order.indexOf(overId)), overId });
  };
  const onOver = useEffectEvent(over);
  const onEnd = useEffectEvent((dragId: DragId, { isCanceled, overId }: DragEnd) => {
    if (!isCanceled) over(dragId, overId);
    const end = latest.current;
    if (end && !isCanceled && !isSameOrder(end.order, ids)) onOrder([...end.order], end.id);
    show(undefined);
  });
  useEffect(
    () =>
      listenToDrags(list, {
        onStart: (id) => onOver(id, undefined),
        onOver: (id, overId) => onOver(id, overId),
        onEnd: (id, end) => onEnd(id, end),
      }),
    [list],
  );

  return {
    order: dragged?.order ?? ids,
    draggedId: dragged?.id,
    rowRef: (id: Id) => refs.nearestTargetRef(id),
    handle: (id: Id): OrderHandle => ({ ref: refs.handleRef(id), onKeyDown: keysOf(id) }),
  };
}
