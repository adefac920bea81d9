/** The order with one element at another place; a place beyond the end is the end. */
export function moveTo<Id>(order: readonly Id[], id: Id, index: number): Id[] {
  const others = order.filter((each) => each !== id);
  const place = Math.min(Math.max(index, 0), others.length);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/** The elements with these ids, as they stand there. */
export function inOrder<Element extends { id: number }>(
  elements: readonly Element[],
  ids: readonly number[],
): Element[] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const isSameOrder = (left: readonly unknown[], right: readonly unknown[]) =>
  left.length === right.length && left.every((id, index) => id === right[index]);

export interface Point {
  x: number;
  y: number;
}

/** Finds the place that a point of the screen means among what is shown; undefined where it stays as it is. */
export type PlaceOf = (
  point: Point,
  shown: readonly Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>[],
) => number | undefined;

/** That of the row whose height it has, the ends beyond the first and last. */
export const rowAt: PlaceOf = ({ y }, rows) => {
  const index = rows.findIndex(({ bottom }) => y < bottom);
  return index === -1 ? rows.length - 1 : index;
};

/** That of the tile it lies in; the last below all of them. Between tiles nothing moves. */
export const tileAt: PlaceOf = ({ x, y }, tiles) => {
  const index = tiles.findIndex(({ top, bottom, left, right }) => y >= top && y < bottom && x >= left && x < right);
  if (index !== -1) return index;
  return tiles.every(({ bottom }) => y >= bottom) ? tiles.length - 1 : undefined;
};

/** The place that a key moves something to; undefined for other keys. */
export function placeByKey(key: string, index: number, count: number): number | undefined {
  const places = new Map([
    ['ArrowUp', index - 1],
    ['ArrowLeft', index - 1],
    ['ArrowDown', index + 1],
    ['ArrowRight', index + 1],
    ['Home', 0],
    ['End', count - 1],
  ]);
  return places.get(key);
}
