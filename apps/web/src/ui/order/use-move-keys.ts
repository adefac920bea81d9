import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { isSameOrder, moveTo, placeByKey } from './reorder.ts';

/** Arrow keys, Home and End on a handle move its item. The handle keeps the focus for the next key. */
export function useMoveKeys<Id>(ids: readonly Id[], onOrder: (ids: Id[], moved: Id) => void) {
  const handle = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!handle.current || activeElement === handle.current) return;
    // An element that React moves inside the document loses the focus to the body.
    if (activeElement !== document.body) handle.current = undefined;
    else handle.current.focus({ preventScroll: true });
  });
  const order = ids.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle scrolls into view after each new order.
  useLayoutEffect(() => {
    handle.current?.scrollIntoView({ block: 'nearest' });
  }, [order]);

  return (id: Id) => (event: KeyboardEvent<HTMLElement>) => {
    const target = placeByKey(event.key, ids.indexOf(id), ids.length);
    if (target === undefined) return;
    event.preventDefault();
    const next = moveTo(ids, id, target);
    if (isSameOrder(next, ids)) return;
    handle.current = event.currentTarget;
    onOrder(next, id);
  };
}
