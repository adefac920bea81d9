/** Moves one element to another position; a position beyond the end means the end. */
export function moveTo<Id>(order: readonly Id[], id: Id, index: number): Id[] {
  const others = order.filter((each) => each !== id);
  const place = Math.min(Math.max(index, 0), others.length);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/** The elements with these ids, in the order of the ids. */
export function inOrder<Element extends { id: number }>(
  elements: readonly Element[],
  ids: readonly number[],
): Element[] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const isSameOrder = (left: readonly unknown[], right: readonly unknown[]) =>
  left.length === right.length && left.every((id, index) => id === right[index]);

/** The position to which a key moves an item; undefined for other keys. */
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
