export const columnCount = 12;
/** Heights follow the spacing unit of the theme. */
export const heightStepPx = 8;

/** The columns of a widget by the width of its grid. */
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

/** Widgets flow from left to right; one that does not fit begins a new row. */
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

/** The factor by which heights grow or shrink so that all widgets fit a screen and stay readable. */
export function wallScale(widgets: readonly Sized[], heightPx: number, gapPx: number): number {
  const rows = rowsOf(widgets);
  const neededPx = rows.reduce((sum, row) => sum + Math.max(...row.map(({ minHeightPx }) => minHeightPx)), 0);
  if (neededPx === 0) return 1;
  const scale = (heightPx - gapPx * Math.max(0, rows.length - 1)) / neededPx;
  return Math.min(3, Math.max(0.5, scale));
}

/**
 * The index before which a widget is dropped: the first one that begins right of the pointer in its row, or below the
 * pointer; otherwise the end.
 */
export function dropIndex(pointer: { x: number; y: number }, others: readonly Rect[], isOneColumn: boolean): number {
  const index = others.findIndex(({ left, right, top, bottom }) => {
    if (isOneColumn) return pointer.y < (top + bottom) / 2;
    return pointer.y < top || (pointer.y <= bottom && pointer.x < (left + right) / 2);
  });
  return index < 0 ? others.length : index;
}

/** Whether widgets are stacked, as on a phone. */
export function isOneColumn(boxes: readonly DOMRect[]): boolean {
  const [first] = boxes;
  if (!first || first.width <= window.innerWidth * 0.6) return false;
  return boxes.every(({ width }) => Math.abs(width - first.width) < 2);
}

/** The line on the screen that shows where a dragged widget would be dropped. */
export interface DropLine {
  left: number;
  top: number;
  width: number;
  height: number;
}

const lineWidthPx = 3;
const halfGapPx = 8;

export function dropLine(pointer: { x: number; y: number }, others: readonly DOMRect[]): DropLine | undefined {
  const stacked = isOneColumn(others);
  const index = dropIndex(pointer, others, stacked);
  const [before, next] = [others[index - 1], others[index]];
  // At the end of a row the line is behind its last widget, not before the first one of the next row.
  const isBehind = before && pointer.y >= before.top && pointer.y <= before.bottom && (!next || pointer.y < next.top);
  const box = !next || (isBehind && !stacked) ? before : next;
  if (!box) return undefined;
  const { left, top, width, height } = box;
  const isBefore = box === next;
  if (stacked) {
    const y = isBefore ? top - halfGapPx : box.bottom + halfGapPx;
    return { left, top: y - lineWidthPx / 2, width, height: lineWidthPx };
  }
  const x = isBefore ? left - halfGapPx : box.right + halfGapPx;
  return { left: x - lineWidthPx / 2, top, width: lineWidthPx, height };
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
const heights = { least: 64, most: 2_000 };

export const sizeWithin = (size: number) => clamp(Math.round(size), 1, columnCount);
export const heightWithin = (heightPx: number) =>
  clamp(Math.round(heightPx / heightStepPx) * heightStepPx, heights.least, heights.most);

/** The size of a widget after its corner was dragged by a distance. */
export function pulled(start: Sized, deltaPx: { x: number; y: number }, columnPx: number): Sized {
  return {
    size: sizeWithin(start.size + deltaPx.x / columnPx),
    minHeightPx: heightWithin(start.minHeightPx + deltaPx.y),
  };
}
