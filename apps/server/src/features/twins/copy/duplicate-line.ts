import type { ErrorCode } from '@stellwerk/contract/errors';
import { keyValue, reference, twinFields, twinLimits } from '@stellwerk/contract/twin';
import { duplicateColumns } from '@stellwerk/contract/twin-copy';

type Column = (typeof duplicateColumns)[number];
/** A fixed column, or one that sets a reference or a property by its name. */
type LineColumn = { field: Column } | { reference: string } | { property: string };

export interface LineError {
  line: number;
  code: ErrorCode;
  params: Record<string, string | number>;
}

/** Absent fields are copied from the original. */
export interface DuplicateLine {
  line: number;
  title: string;
  description?: string;
  tags?: string[];
  address?: string;
  latitude?: number | null;
  longitude?: number | null;
  references: { name: string; value: string }[];
  properties: { key: string; value: string }[];
}

export type ReadLine = { line: DuplicateLine } | { error: LineError };

/** Accepted column names in English and German. */
const aliases: Record<string, Column> = {
  titel: 'title',
  beschreibung: 'description',
  adresse: 'address',
  breitengrad: 'latitude',
  längengrad: 'longitude',
};
for (const column of duplicateColumns) aliases[column] = column;

function columnOf(cell: string): LineColumn | undefined {
  const [, kind, name = ''] = /^(ref|prop)\.(.+)$/is.exec(cell.trim()) ?? [];
  if (kind?.toLowerCase() === 'ref') {
    const { success, data } = reference.shape.name.safeParse(name);
    return success ? { reference: data } : undefined;
  }
  if (kind) {
    const { success, data } = keyValue.shape.key.safeParse(name);
    return success ? { property: data } : undefined;
  }
  const field = aliases[cell.trim().toLowerCase()];
  return field && { field };
}

const keyOf = (column: LineColumn) => JSON.stringify(column).toLowerCase();

/** Parses the header; undefined if a column is unknown or repeated, or the title is missing. */
export function headerOf(cells: readonly string[]): LineColumn[] | undefined {
  const columns = cells.map(columnOf).filter((column) => column !== undefined);
  const isHeader =
    columns.length === cells.length &&
    new Set(columns.map(keyOf)).size === columns.length &&
    columns.some((column) => 'field' in column && column.field === 'title');
  return isHeader ? columns : undefined;
}

/** Spreadsheets write a decimal comma in some languages. */
const numberOf = (text: string) => (/^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN);

/** Parses a line, or returns its first problem. */
export function readLine(line: number, cells: readonly string[], columns: readonly LineColumn[]): ReadLine {
  const refuse = (code: ErrorCode, params: LineError['params'] = {}): ReadLine => ({ error: { line, code, params } });
  const count = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (count > columns.length) return refuse('DTWIN_CSV_TOO_MANY_FIELDS', { count, columns: columns.length });

  const read: DuplicateLine = { line, title: '', references: [], properties: [] };
  for (const [index, column] of columns.entries()) {
    const text = cells[index]?.trim() ?? '';
    const name =
      'field' in column ? column.field : 'reference' in column ? `ref.${column.reference}` : `prop.${column.property}`;
    if (text === '' && name !== 'title') continue;
    if (!readCell(read, column, text)) return refuse('DTWIN_CSV_INVALID_VALUE', { field: name });
  }
  if ((read.latitude === undefined) !== (read.longitude === undefined)) {
    return refuse('DTWIN_CSV_INVALID_VALUE', { field: read.latitude === undefined ? 'latitude' : 'longitude' });
  }
  if (read.references.length > twinLimits.references) return refuse('DTWIN_CSV_INVALID_VALUE', { field: 'ref.' });
  // A new address without coordinates must not keep the coordinates of the original.
  if (read.address !== undefined && read.latitude === undefined)
    return { line: { ...read, latitude: null, longitude: null } };
  return { line: read };
}

const fieldSchemas = twinFields.shape;

/** False if the cell has no valid value for the column. */
function readCell(read: DuplicateLine, column: LineColumn, text: string): boolean {
  if ('reference' in column) {
    const { success, data } = reference.safeParse({ name: column.reference, value: text });
    if (success) read.references.push(data);
    return success;
  }
  if ('property' in column) {
    const { success, data } = keyValue.safeParse({ key: column.property, value: text });
    if (success) read.properties.push(data);
    return success;
  }
  const { field } = column;
  const cell: unknown =
    field === 'tags'
      ? text
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean)
      : field === 'latitude' || field === 'longitude'
        ? numberOf(text)
        : text;
  const { success, data } = fieldSchemas[field].safeParse(cell);
  if (success) Object.assign(read, { [field]: data });
  return success;
}
