import { statuses } from '@stellwerk/contract/twin';
import type { Cell, TableRowPicture } from '@stellwerk/plugin/widget-web';

export interface RowOrder {
  column: number;
  descending: boolean;
}

/** The sort key of a cell; null for an empty cell. */
function sortKeyOf(cell: Cell | undefined): number | string | null {
  switch (cell?.is) {
    case 'text':
      return cell.text || null;
    case 'status':
      return statuses.indexOf(cell.status);
    case 'tags':
      return cell.tags.join(', ') || null;
    case 'icon':
      return cell.icon || cell.type;
    case 'value':
      if (typeof cell.value === 'boolean') return Number(cell.value);
      if (cell.value !== null && typeof cell.value === 'object') return JSON.stringify(cell.value);
      return cell.value === '' ? null : cell.value;
    default:
      return null;
  }
}

/**
 * Numbers by value and before texts, texts in natural order ("Room 2" before "Room 10"), empty cells last in both
 * directions.
 */
export function sortedRows(
  rows: readonly TableRowPicture[],
  { column, descending }: RowOrder,
  locale: string,
): TableRowPicture[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: sortKeyOf(row.cells[column]) }))
    .toSorted(({ key: left }, { key: right }) => {
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
      if (typeof left === 'number') return -sign;
      return typeof right === 'number' ? sign : sign * compare(left, right);
    })
    .map(({ row }) => row);
}

/** Rows that contain every word. */
export function foundRows(
  rows: readonly TableRowPicture[],
  search: string,
  textOf: (cell: Cell) => string,
): readonly TableRowPicture[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter(({ title, cells }) => {
    const text = [title, ...cells.map(textOf)].join('\n').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Columns of numbers are right-aligned; a few missing or other values do not matter. */
export function isNumberColumn(rows: readonly TableRowPicture[], column: number): boolean {
  let numbers = 0;
  let others = 0;
  for (const { cells } of rows) {
    const cell = cells[column];
    if (cell?.is !== 'value') return false;
    if (typeof cell.value === 'number') numbers += 1;
    else if (cell.value !== null) others += 1;
  }
  return numbers > others;
}
