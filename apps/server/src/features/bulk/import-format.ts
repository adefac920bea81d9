import { keyValue, reference } from '@stellwerk/contract/twin';
import type { z } from 'zod';
import type { NumberedRow } from './import-rows.ts';
import type { CsvColumns, CsvLine, LineError } from './read-bulk-csv.ts';

/** A fixed column, or one whose prefix says what its name sets, such as `ref.inventory`. */
export type ImportColumn<F extends string> = { field: F } | { prefix: string; name: string };

interface NamedCell {
  name: string;
  text: string;
}

/** Columns with a prefix become one field of the row. */
export interface NamedColumns {
  field: string;
  /** The name behind the prefix as it is stored; undefined if it is no possible one. */
  nameOf(text: string): string | undefined;
  /** A list keeps the order of the columns; otherwise the names are keys. */
  valueOf(cells: readonly NamedCell[]): unknown;
}

const parsed = (schema: z.ZodType<string>) => (text: string) => schema.safeParse(text).data;

/** The columns that set reference ids and properties, of all kinds of twins. */
export const twinColumns: Record<string, NamedColumns> = {
  ref: {
    field: 'references',
    nameOf: parsed(reference.shape.name),
    valueOf: (cells) => cells.map(({ name, text }) => ({ name, value: text })),
  },
  prop: {
    field: 'keyValue',
    nameOf: parsed(keyValue.shape.key),
    valueOf: (cells) => cells.map(({ name, text }) => ({ key: name, value: text })),
  },
};

/** Reads a cell; values that are none are refused by the schema of the row. */
export type CellReader = (text: string) => unknown;

const flags: Record<string, boolean> = {
  true: true,
  '1': true,
  yes: true,
  ja: true,
  false: false,
  '0': false,
  no: false,
  nein: false,
};

export const listCell: CellReader = (text) => [
  ...new Set(
    text
      .split(/[,;|]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];
/** Spreadsheets write a decimal comma in some languages. */
export const numberCell: CellReader = (text) =>
  /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
export const flagCell: CellReader = (text) => flags[text.toLowerCase()] ?? text;

export interface ImportFormat<F extends string, R extends z.ZodType> {
  fields: readonly F[];
  required: readonly F[];
  /** Further names of columns, in lower case without spaces and hyphens. */
  aliases: Readonly<Record<string, F>>;
  readers: Readonly<Partial<Record<F, CellReader>>>;
  named: Readonly<Record<string, NamedColumns>>;
  row: R;
}

/** The columns of a list, and the reader of its lines. */
export function createLineReader<F extends string, R extends z.ZodObject>(format: ImportFormat<F, R>) {
  const { aliases, readers, named, row, required } = format;
  const fields = new Map(format.fields.map((field) => [field.toLowerCase(), field]));

  function columnOf(title: string): ImportColumn<F> | undefined {
    const [, kind = '', part = ''] = /^(\w+)\.(.+)$/s.exec(title) ?? [];
    const prefix = kind.toLowerCase();
    if (prefix !== '') {
      const name = Object.hasOwn(named, prefix) ? named[prefix]?.nameOf(part) : undefined;
      return name === undefined ? undefined : { prefix, name };
    }
    const plain = title.toLowerCase().replace(/[\s_-]/g, '');
    const field = fields.get(plain) ?? (Object.hasOwn(aliases, plain) ? aliases[plain] : undefined);
    return field === undefined ? undefined : { field };
  }

  const columns: CsvColumns<ImportColumn<F>> = {
    columnOf,
    keyOf: (column) => ('field' in column ? column.field : JSON.stringify(column).toLowerCase()),
    required,
  };

  /** The name of the column that caused the first problem. */
  function titleOf(error: z.ZodError, cells: ReadonlyMap<string, readonly NamedCell[]>): string {
    const [field = '', index] = error.issues[0]?.path ?? [];
    const [prefix] = Object.entries(named).find(([, { field: own }]) => own === field) ?? [];
    if (prefix === undefined) return String(field);
    const name = typeof index === 'number' ? cells.get(prefix)?.[index]?.name : index;
    return `${prefix}.${String(name ?? '')}`;
  }

  /** Checks a line, or returns its first problem. */
  function read({ line, cells }: CsvLine<ImportColumn<F>>): NumberedRow<z.output<R>> | { error: LineError } {
    const given: Record<string, unknown> = {};
    const namedCells = new Map<string, NamedCell[]>();
    for (const { column, text } of cells) {
      if (text === '') continue;
      if ('field' in column) given[column.field] = readers[column.field]?.(text) ?? text;
      else namedCells.set(column.prefix, [...(namedCells.get(column.prefix) ?? []), { name: column.name, text }]);
    }
    for (const [prefix, each] of namedCells) {
      const columnsOfKind = named[prefix];
      if (columnsOfKind) given[columnsOfKind.field] = columnsOfKind.valueOf(each);
    }
    const refuse = (field: string) => ({ error: { line, code: 'BULK_CSV_INVALID_VALUE' as const, params: { field } } });
    const { success, data, error } = row.safeParse(given);
    if (!success) return refuse(titleOf(error, namedCells));
    // A position needs both coordinates.
    if ((given.latitude === undefined) !== (given.longitude === undefined))
      return refuse(given.latitude === undefined ? 'latitude' : 'longitude');
    return { line, row: data };
  }

  return { columns, read };
}
