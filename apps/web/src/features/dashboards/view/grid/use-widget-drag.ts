import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isSameOrder, moveTo, type Point, placeByKey } from '../../../../ui/order/reorder.ts';
import { useHeldPointer } from '../../../../ui/order/use-held-pointer.ts';
import { dropIndex } from './layout.ts';

/** Near the edge of the window the page scrolls along. */
const edgePx = 72;
const scrollStepPx = 14;

/** Where the dragged widget would go, on the screen. */
export interface DropLine {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Dragged {
  id: number;
  index: number;
  line: DropLine | undefined;
}

const lineWidthPx = 3;

function lineAt(pointer: Point, others: readonly DOMRect[], index: number, isOneColumn: boolean) {
  const before = others[index - 1];
  const next = others[index];
  const box = next ?? before;
  if (!box) return undefined;
  if (isOneColumn) {
    const top = next ? next.top - 8 : box.bottom + 8;
    return { left: box.left, top: top - lineWidthPx / 2, width: box.width, height: lineWidthPx };
  }
  // At the end of a row it stands there, not before the first of the next one.
  const isBehind = before && pointer.y >= before.top && pointer.y <= before.bottom && (!next || pointer.y < next.top);
  const left = isBehind || !next ? (before ?? box).right + 8 : next.left - 8;
  const { top, height } = isBehind || !next ? (before ?? box) : next;
  return { left: left - lineWidthPx / 2, top, width: lineWidthPx, height };
}

/**
 * Another order of widgets by dragging a handle with mouse or finger, or by its arrow keys. While something is dragged
 * only a line shows where it would go; `onOrder` gets the whole new order.
 */
export function useWidgetDrag(ids: readonly number[], onOrder: (ids: number[], moved: number) => void) {
  const frames = useRef(new Map<number, HTMLElement>());
  const handles = useRef(new Map<number, HTMLElement>());
  const ghost = useRef<HTMLDivElement>(null);
  const pointer = useRef<Point>({ x: 0, y: 0 });
  const [dragged, setDragged] = useState<Dragged>();
  const focused = useRef<number>(undefined);

  const follow = useEffectEvent(() => {
    if (!dragged) return;
    if (ghost.current) {
      ghost.current.style.transform = `translate(${pointer.current.x + 12}px, ${pointer.current.y + 12}px)`;
    }
    const others = ids
      .filter((id) => id !== dragged.id)
      .flatMap((id) => frames.current.get(id)?.getBoundingClientRect() ?? []);
    const first = others[0];
    const isOneColumn =
      first !== undefined &&
      others.every(({ width }) => Math.abs(width - first.width) < 2) &&
      first.width > window.innerWidth * 0.6;
    const index = dropIndex(pointer.current, others, isOneColumn);
    const line = lineAt(pointer.current, others, index, isOneColumn);
    if (index !== dragged.index || line?.left !== dragged.line?.left || line?.top !== dragged.line?.top) {
      setDragged({ ...dragged, index, line });
    }
  });

  const finish = (isDone: boolean) => {
    setDragged(undefined);
    if (!dragged || !isDone) return;
    const next = moveTo(ids, dragged.id, dragged.index);
    if (!isSameOrder(next, ids)) onOrder(next, dragged.id);
  };

  const isDragging = dragged !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    let frame = 0;
    const scroll = () => {
      const { y } = pointer.current;
      if (y < edgePx) window.scrollBy(0, -scrollStepPx);
      else if (y > window.innerHeight - edgePx) window.scrollBy(0, scrollStepPx);
      follow();
      frame = requestAnimationFrame(scroll);
    };
    frame = requestAnimationFrame(scroll);
    return () => cancelAnimationFrame(frame);
  }, [isDragging]);
  useHeldPointer(isDragging, {
    onMove: (point) => {
      pointer.current = point;
      follow();
    },
    onEnd: finish,
  });

  // A moved element loses the focus, and with it the next press of a key.
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    handles.current.get(focused.current)?.focus({ preventScroll: true });
    handles.current.get(focused.current)?.scrollIntoView({ block: 'nearest' });
    focused.current = undefined;
  });

  const step = (id: number, index: number) => {
    const next = moveTo(ids, id, index);
    if (isSameOrder(next, ids)) return;
    focused.current = id;
    onOrder(next, id);
  };

  const register = (elements: Map<number, HTMLElement>, id: number) => (element: HTMLElement | null) => {
    if (element) elements.set(id, element);
    else elements.delete(id);
  };

  return {
    draggedId: dragged?.id,
    line: dragged?.line,
    ghost,
    step,
    frameRef: (id: number) => register(frames.current, id),
    handle: (id: number) => ({
      ref: register(handles.current, id),
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        pointer.current = { x: event.clientX, y: event.clientY };
        setDragged({ id, index: ids.indexOf(id), line: undefined });
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
