import { drawIcon } from '../../../ui/canvas/draw-icon.ts';
import { truncateText } from '../../../ui/canvas/truncate-text.ts';
import type { CanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import { fontFamily, sizes } from '../../../ui/theme/tokens.ts';

export interface ImageColumn {
  title: string;
  /** Fraction of the width. */
  width: number;
  /** Numbers are right-aligned. */
  isNumber: boolean;
}

export interface ImageCell {
  text: string;
  /** The icon beside the text, as on the page. */
  icon: Element | null;
  colour: string;
}

export interface TableImageInput {
  columns: readonly ImageColumn[];
  rows: readonly (readonly ImageCell[])[];
  widthPx: number;
  /** A note on the visible part of the table. */
  note: string;
  colours: CanvasColours;
}

const { unit: step } = sizes;
const rowPx = step * 4.5;
const textPx = step * 1.75;
const iconPx = step * 2;
const gapPx = step * 0.5;

/** Left and right edges of the columns. */
export function columnEdges(columns: readonly Pick<ImageColumn, 'width'>[], widthPx: number): number[] {
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  let edge = 0;
  return [0, ...columns.map(({ width }) => (edge += (width / Math.max(1, shares)) * widthPx))];
}

interface CellBox {
  left: number;
  right: number;
  top: number;
  isNumber: boolean;
}

function drawCell(pen: CanvasRenderingContext2D, cell: ImageCell, { left, right, top, isNumber }: CellBox): void {
  const iconRoom = cell.icon ? iconPx + gapPx : 0;
  const text = truncateText(pen, cell.text, right - left - step * 2 - iconRoom);
  const width = iconRoom + pen.measureText(text).width;
  const x = isNumber ? right - step - width : left + step;
  const middle = top + rowPx / 2;
  if (cell.icon) drawIcon(pen, cell.icon, { x, y: middle - iconPx / 2, size: iconPx, colour: cell.colour });
  pen.fillText(text, x + iconRoom, middle);
}

/** Draws the visible rows on a canvas, because elements of the page cannot be copied into a picture. */
export function tableImage({ columns, rows, widthPx, note, colours }: TableImageInput): HTMLCanvasElement {
  const ratio = window.devicePixelRatio || 1;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(widthPx * ratio);
  canvas.height = Math.round((rows.length + 2) * rowPx * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  pen.scale(ratio, ratio);
  pen.textBaseline = 'middle';
  const edges = columnEdges(columns, widthPx);
  const boxOf = (column: number, row: number): CellBox => ({
    left: edges[column] ?? 0,
    right: edges[column + 1] ?? widthPx,
    top: row * rowPx,
    isNumber: columns[column]?.isNumber ?? false,
  });

  pen.fillStyle = colours.raised;
  pen.fillRect(0, 0, widthPx, rowPx);
  pen.fillStyle = colours.textSecondary;
  pen.font = `600 ${textPx}px ${fontFamily}`;
  columns.forEach(({ title }, column) => {
    drawCell(pen, { text: title, icon: null, colour: '' }, boxOf(column, 0));
  });

  rows.forEach((cells, index) => {
    pen.fillStyle = colours.border;
    pen.fillRect(0, (index + 1) * rowPx, widthPx, 1);
    pen.fillStyle = colours.text;
    cells.forEach((cell, column) => {
      pen.font = `${column === 0 ? 500 : 400} ${textPx}px ${fontFamily}`;
      drawCell(pen, cell, boxOf(column, index + 1));
    });
  });
  pen.strokeStyle = colours.border;
  pen.strokeRect(0.5, 0.5, widthPx - 1, (rows.length + 1) * rowPx - 1);

  pen.font = `400 ${textPx}px ${fontFamily}`;
  pen.fillStyle = colours.textSecondary;
  drawCell(
    pen,
    { text: note, icon: null, colour: '' },
    { left: 0, right: widthPx, top: (rows.length + 1) * rowPx, isNumber: true },
  );
  return canvas;
}
