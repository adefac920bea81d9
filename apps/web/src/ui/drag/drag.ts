import { closestCenter, pointerIntersection } from '@dnd-kit/collision';
import {
  AutoScroller,
  Cursor,
  DragDropManager,
  type DragEndEvent,
  Draggable,
  Droppable,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
} from '@dnd-kit/dom';

export type DragId = string | number;

export interface Point {
  x: number;
  y: number;
}

const { Delay, Distance } = PointerActivationConstraints;

/** A handle has no other use, so a few pixels start the drag; before that a press can still focus the handle. */
const handleSensor = PointerSensor.configure({ activationConstraints: () => [new Distance({ value: 3 })] });

/** A row is also pressed and scrolled: fingers have to rest on it before a drag starts. */
const rowSensor = PointerSensor.configure({
  activationConstraints: ({ pointerType }) =>
    pointerType === 'touch' ? [new Delay({ value: 250, tolerance: 8 })] : [new Distance({ value: 5 })],
});

let shared: DragDropManager | undefined;

/**
 * One manager for the whole client; the type of an item is its list. Two plugins of the library are left out:
 * Accessibility, because its role descriptions are English and lists announce moves in the viewer's language, and
 * Feedback, because lists render the new order themselves while an item is dragged.
 */
function dragManager(): DragDropManager {
  shared ??= new DragDropManager({
    sensors: [handleSensor],
    plugins: [AutoScroller.configure({ threshold: { x: 0, y: 0.1 } }), Cursor, PreventSelection],
  });
  return shared;
}

type ElementRef = (element: HTMLElement | null) => (() => void) | undefined;

/** Creates each ref once: a new function per render would register the element again, also during a drag. */
function refsById(register: (id: DragId, element: HTMLElement) => () => void): (id: DragId) => ElementRef {
  const refs = new Map<DragId, ElementRef>();
  return (id) => {
    const ref = refs.get(id) ?? ((element) => (element ? register(id, element) : undefined));
    refs.set(id, ref);
    return ref;
  };
}

/** The library would register later by itself, which is too late for an element that is removed at once. */
function registered(item: Draggable | Droppable): () => void {
  item.register();
  return item.destroy;
}

/** Refs that make elements of a list draggable by a handle (`handleRef`) or as a whole (`rowRef`), or a drop target. */
export function createDragRefs(list: string) {
  const drag = (id: DragId, element: HTMLElement, sensor: typeof handleSensor) => {
    const input = { id: `${list} ${id}`, type: list, data: { id }, element, sensors: [sensor], register: false };
    return registered(new Draggable(input, dragManager()));
  };
  const drop = (id: DragId, element: HTMLElement, collisionDetector: typeof closestCenter) => {
    const kind = { type: list, accept: list, collisionDetector };
    return registered(
      new Droppable({ id: `${list} ${id}`, ...kind, data: { id }, element, register: false }, dragManager()),
    );
  };
  return {
    handleRef: refsById((id, element) => drag(id, element, handleSensor)),
    /** The target of a point outside of all elements is the nearest one. */
    nearestTargetRef: refsById((id, element) => drop(id, element, closestCenter)),
    targetRef: refsById((id, element) => drop(id, element, pointerIntersection)),
    rowRef: refsById((id, element) => {
      const stops = [drag(id, element, rowSensor), drop(id, element, pointerIntersection)];
      return () => {
        for (const stop of stops) stop();
      };
    }),
  };
}

export interface DragEnd {
  isCanceled: boolean;
  overId: DragId | undefined;
  point: Point;
}

export interface DragListener {
  onStart?: (id: DragId, point: Point) => void;
  onMove?: (id: DragId, point: Point) => void;
  onOver?: (id: DragId, overId: DragId | undefined) => void;
  /** May be called without `onStart` when the pointer is released at once. */
  onEnd: (id: DragId, end: DragEnd) => void;
}

function elementAt(list: string, { x, y }: Point): DragId | undefined {
  const hit = document.elementFromPoint(x, y);
  for (const { type, element, data } of dragManager().registry.droppables) {
    if (type === list && element?.contains(hit)) return data.id;
  }
  return undefined;
}

/** The library evaluates moves once per frame; a pointer released earlier still drops where it was released. */
function endOf(list: string, { nativeEvent, operation, canceled }: DragEndEvent): DragEnd {
  const { x, y } =
    nativeEvent instanceof PointerEvent
      ? { x: nativeEvent.clientX, y: nativeEvent.clientY }
      : operation.position.current;
  return { isCanceled: canceled, overId: elementAt(list, { x, y }) ?? operation.target?.data.id, point: { x, y } };
}

/** Reports the drags of one list; returns the function that ends it. */
export function listenToDrags(list: string, { onStart, onMove, onOver, onEnd }: DragListener): () => void {
  const { monitor } = dragManager();
  const stops = [
    monitor.addEventListener('dragstart', ({ operation: { source, position } }) => {
      if (source?.type === list) onStart?.(source.data.id, position.current);
    }),
    monitor.addEventListener('dragmove', ({ operation: { source }, to }) => {
      if (source?.type === list && to) onMove?.(source.data.id, to);
    }),
    monitor.addEventListener('dragover', ({ operation: { source, target } }) => {
      if (source?.type === list) onOver?.(source.data.id, target?.data.id);
    }),
    monitor.addEventListener('dragend', (event) => {
      const { source } = event.operation;
      if (source?.type === list) onEnd(source.data.id, endOf(list, event));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
