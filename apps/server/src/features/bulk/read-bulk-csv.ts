import type { ErrorCode } from '@stellwerk/contract/errors';
import { fail } from '../../platform/errors/app-error.ts';
import { piecesOf, readCsv } from '../../platform/files/read-csv.ts';

export interface LineError {
  line: number;
  code: ErrorCode;
  params: Record<string, string | number>;
}

/** The cells of a line by column. */
export interface CsvLine<Column> {
  line: number;
  cells: { column: Column; text: string }[];
}

export interface CsvColumns<Column> {
  /** Undefined for unknown names. */
  columnOf(name: string): Column | undefined;
  /** Two columns with the same key mean the same. */
  keyOf(column: Column): string;
  required: readonly string[];
}

interface ReadOptions<Column> extends CsvColumns<Column> {
  maxLines: number;
}

function headerOf<Column>(cells: readonly string[], { columnOf, keyOf, required }: CsvColumns<Column>): Column[] {
  const known = new Set<string>();
  const columns = cells.map((cell) => {
    const column = columnOf(cell.trim());
    const key = column && keyOf(column);
    if (column === undefined || key === undefined || known.has(key))
      return fail('BULK_CSV_COLUMN_UNKNOWN', { column: cell.trim().slice(0, 100) });
    known.add(key);
    return column;
  });
  const missing = required.filter((name) => !known.has(name));
  if (missing.length > 0) fail('BULK_CSV_COLUMNS_MISSING', { columns: missing.join(', ') });
  return columns;
}

/** Whether a line looks like a header: a data line must be reported as missing columns, not as an unknown column. */
const namesAny = <Column>(cells: readonly string[], { columnOf }: CsvColumns<Column>) =>
  cells.some((cell) => columnOf(cell.trim()) !== undefined);

/** Reads the lines of a bulk list with a header, at most `maxLines`. Lines with problems are returned with the first one. */
export async function readBulkCsv<Column>(text: string, options: ReadOptions<Column>) {
  const lines: CsvLine<Column>[] = [];
  const errors: LineError[] = [];
  let columns: Column[] | undefined;
  const records = readCsv(piecesOf(text), {
    onUnclosed: (line) => errors.push({ line, code: 'BULK_CSV_UNCLOSED_QUOTE', params: {} }),
    onUnreadable: (cause) => fail('BULK_CSV_UNREADABLE', {}, { cause }),
  });
  for await (const { line, cells } of records) {
    if (!columns) {
      if (!namesAny(cells, options)) fail('BULK_CSV_COLUMNS_MISSING', { columns: options.required.join(', ') });
      columns = headerOf(cells, options);
      continue;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (lines.length + errors.length >= options.maxLines) fail('BULK_CSV_TOO_MANY_LINES', { limit: options.maxLines });
    // Spreadsheets pad short lines with empty cells.
    const count = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (count > columns.length)
      errors.push({ line, code: 'BULK_CSV_TOO_MANY_FIELDS', params: { count, columns: columns.length } });
    else lines.push({ line, cells: columns.map((column, index) => ({ column, text: cells[index]?.trim() ?? '' })) });
  }
  if (!columns) fail('BULK_CSV_COLUMNS_MISSING', { columns: options.required.join(', ') });
  return { lines, errors };
}
