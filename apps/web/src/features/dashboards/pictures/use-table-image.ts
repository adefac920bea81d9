import type { Cell, TableRowPicture } from '@stellwerk/plugin/widget-web';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type CanvasColours, useCanvasColours } from '../../../ui/canvas/use-canvas-colours.ts';
import type { PictureHandle } from './picture-props.ts';
import { type ImageColumn, tableImage } from './table-image.ts';
import { useCellText } from './use-cell-text.ts';

interface ShownTable {
  columns: readonly (ImageColumn & { isIcon: boolean })[];
  /** Rows of the visible page, in display order. */
  rows: readonly TableRowPicture[];
  note: string;
}

const colourOf = (cell: Cell | undefined, colours: CanvasColours): string =>
  cell?.is === 'status' || cell?.is === 'value' ? colours.status[cell.status] : colours.textSecondary;

/** Exports a picture of the visible table. */
export function useTableImage(
  table: RefObject<HTMLTableElement | null>,
  { columns, rows, note }: ShownTable,
  exportRef: RefObject<PictureHandle | null> | undefined,
): void {
  const colours = useCanvasColours();
  const cellText = useCellText();
  const image = useEffectEvent((element: HTMLTableElement) => {
    const iconAt = (row: number, column: number) =>
      element.tBodies[0]?.rows[row]?.cells[column]?.querySelector('svg') ?? null;
    const drawn = rows.map(({ cells }, row) =>
      columns.map((_, column) => {
        const cell = cells[column];
        const text = cell ? cellText(cell).trim() : '';
        const icon = iconAt(row, column);
        return { text: text || (icon ? '' : '—'), icon, colour: colourOf(cell, colours) };
      }),
    );
    // A column of icons has its name for screen readers only.
    const keyMatches = columns.map(({ title, isIcon, ...column }) => ({ ...column, title: isIcon ? '' : title }));
    return tableImage({ columns: keyMatches, rows: drawn, widthPx: element.offsetWidth, note, colours });
  });
  useEffect(() => {
    if (!exportRef) return;
    exportRef.current = { image: async () => (table.current ? image(table.current) : null) };
    return () => {
      exportRef.current = null;
    };
  }, [exportRef, table]);
}
