export const columnCount = 12;
/** Heights follow the grid of the theme. */
export const heightStepPx = 8;

/** The columns that a widget takes by the room of its grid; where there is one column, that one. */
export const columnsOf = (size: number) => ({ '@xs': '1 / -1', '@sm': `span ${size}` });

export interface Sized {
  size: number;
  minHeightPx: number;
}

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Widgets flow from left to right; one that does not fit any more begins a new row. */
export function rowsOf<W extends Sized>(widgets: readonly W[]): W[][] {
  const rows: W[][] = [];
  let free = 0;
  for (const widget of widgets) {
    if (widget.size > free) {
      rows.push([]);
      free = columnCount;
    }
    rows.at(-1)?.push(widget);
    free -= widget.size;
  }
  return rows;
}

/** By how much heights grow or shrink so that everything fits a screen; readable all the same. */
export function wallScale(widgets: readonly Sized[], heightPx: number, gapPx: number): number {
  const rows = rowsOf(widgets);
  const neededPx = rows.reduce((sum, row) => sum + Math.max(...row.map(({ minHeightPx }) => minHeightPx)), 0);
  if (neededPx === 0) return 1;
  const scale = (heightPx - gapPx * Math.max(0, rows.length - 1)) / neededPx;
  return Math.min(3, Math.max(0.5, scale));
}

/**
 * Before which of the others something is dropped: the first one that begins right of the pointer in its row, or below
 * the pointer; behind all of them where there is none.
 */
export function dropIndex(pointer: { x: number; y: number }, others: readonly Rect[], isOneColumn: boolean): number {
  const index = others.findIndex(({ left, right, top, bottom }) => {
    if (isOneColumn) return pointer.y < (top + bottom) / 2;
    return pointer.y < top || (pointer.y <= bottom && pointer.x < (left + right) / 2);
  });
  return index < 0 ? others.length : index;
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
const heights = { least: 64, most: 2_000 };

export const sizeWithin = (size: number) => clamp(Math.round(size), 1, columnCount);
export const heightWithin = (heightPx: number) =>
  clamp(Math.round(heightPx / heightStepPx) * heightStepPx, heights.least, heights.most);

/** The size of a widget whose corner is pulled that far. */
export function pulled(start: Sized, deltaPx: { x: number; y: number }, columnPx: number): Sized {
  return {
    size: sizeWithin(start.size + deltaPx.x / columnPx),
    minHeightPx: heightWithin(start.minHeightPx + deltaPx.y),
  };
}
