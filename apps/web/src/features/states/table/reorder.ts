/** The order with one element at another place; a place beyond the end is the end. */
export function moveTo<Id>(order: readonly Id[], id: Id, index: number): Id[] {
  const others = order.filter((each) => each !== id);
  const place = Math.min(Math.max(index, 0), others.length);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

export const isSameOrder = (left: readonly unknown[], right: readonly unknown[]) =>
  left.length === right.length && left.every((id, index) => id === right[index]);

/** Which place a height on the screen means: that of the row it lies in, the ends beyond the first and last. */
export function placeAt(heightPx: number, rows: readonly { top: number; bottom: number }[]): number {
  const index = rows.findIndex(({ bottom }) => heightPx < bottom);
  return index === -1 ? rows.length - 1 : index;
}
