import pg from 'pg';
import { type CatalogTable, type ForeignKey, quote, readForeignKeys, readTables } from '../catalog.ts';
import { keyOf, type TableName } from '../manifest.ts';
import { inReferenceOrder } from '../table-order.ts';

type Column = CatalogTable['columns'][number];

/** Texts that are difficult for a text format. */
const oddTexts = [
  'tab\there, newline\nthere, return\r, backslash \\ and \\n and \\. and \\N',
  '',
  'Ünïcode 🚆 \u202e rtl, "double" \'single\', {braces}, NULL, \u0001\u001f\u007f',
];

const oddValues: [RegExp, (row: number) => unknown][] = [
  [
    /^(text|character varying[()0-9]*)$/,
    (row) => `${oddTexts[row % oddTexts.length]}${row >= oddTexts.length ? row : ''}`,
  ],
  [/^"char"$/, (row) => ['n', '\\', 't'][row]],
  [/^smallint$/, (row) => [32_767, -32_768, 0][row]],
  [/^integer$/, (row) => [2_147_483_647, -1, 0][row]],
  [/^bigint$/, (row) => ['9223372036854775806', '-7', String(row)][row]],
  [/^numeric/, (row) => ['0.1', '-0', 'NaN'][row]],
  [/^(double precision|real)$/, (row) => ['NaN', '-Infinity', '0.1'][row]],
  [/^boolean$/, (row) => row === 0],
  [/^timestamp/, (row) => ['2026-03-29 01:59:59.123456+00', 'infinity', '1969-12-31 23:59:59+00'][row]],
  [/^date$/, () => '2024-02-29'],
  [/^interval$/, () => '1 year 2 mons -3 days 04:05:06.7'],
  [/^jsonb?$/, (row) => JSON.stringify({ text: oddTexts[row % 3], list: [null, 1e-7, true, {}] })],
  [/^bytea$/, (row) => Buffer.from([row, 0, 9, 10, 13, 92, 255])],
  [/^uuid$/, (row) => `00000000-0000-4000-8000-00000000000${row}`],
  [/^inet$/, () => '2001:db8::1'],
  [/^ltree$/, (row) => ['1', '1.23_x.Ä', '9'][row]],
  [/^(text|character varying.*)\[\]$/, (row) => [oddTexts[row % 3], null, 'NULL', '']],
  [/^(smallint|integer|bigint)\[\]$/, () => [1, null, -1]],
  [/^(double precision|real)\[\]$/, () => ['NaN', null, 0.5]],
];

function oddValue({ name, type, isNotNull }: Column, row: number, isList: boolean): unknown {
  // The second row contains null in all nullable columns.
  if (row === 1 && !isNotNull) return null;
  if (isList) return JSON.stringify([oddTexts[row % 3]]);
  const make = oddValues.find(([pattern]) => pattern.test(type))?.[1];
  if (make) return make(row);
  if (!isNotNull) return null;
  throw new Error(`the test knows no value of type ${type} for column ${name}: add one`);
}

/** A value inside the partition: its lower bound, or a distant value for the default partition. */
function partitionValue({ bound }: CatalogTable, row: number): unknown {
  const from = /from \('?([^')]*)'?\)/i.exec(bound ?? '')?.[1];
  return from === undefined ? 9_000_000_000_000 + row : from;
}

interface Shape {
  table: CatalogTable;
  /** Columns with generated numbers. */
  identities: Set<string>;
  partitionKeys: Set<string>;
  /** JSON columns that must be lists, because functions of the database iterate over them. */
  lists: Set<string>;
  targetOf: Map<string, { target: TableName; column: string }>;
}

const foreignKey = /^FOREIGN KEY \("?([^")]+)"?\) REFERENCES [^(]+\("?([^")]+)"?\)/;

async function shapeOf(client: pg.ClientBase, table: CatalogTable, references: ForeignKey[]): Promise<Shape> {
  const namesIn = async (query: string) =>
    new Set((await client.query<{ name: string }>(query, [quote(table)])).rows.map(({ name }) => name));
  const targets = references.map(({ definition, target }): [string, { target: TableName; column: string }] => {
    const [, from = '', column = ''] = foreignKey.exec(definition) ?? [];
    return [from, { target, column }];
  });
  return {
    table,
    identities: await namesIn(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    ),
    partitionKeys: await namesIn(
      `select a.attname as name from pg_inherits i join pg_partitioned_table p on p.partrelid = i.inhparent
       join pg_attribute a on a.attrelid = p.partrelid and a.attnum = any(p.partattrs) where i.inhrelid = $1::regclass`,
    ),
    lists: await namesIn(
      `select a.attname as name from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where d.adrelid = $1::regclass and pg_get_expr(d.adbin, d.adrelid) = '''[]''::jsonb'`,
    ),
    targetOf: new Map(targets),
  };
}

async function valueFor(client: pg.ClientBase, shape: Shape, column: Column, row: number): Promise<unknown> {
  const reference = shape.targetOf.get(column.name);
  if (reference) {
    const pick = `select ${reference.column} as id from ${quote(reference.target)} order by 1 offset $1 limit 1`;
    return (await client.query(pick, [row])).rows[0]?.id ?? null;
  }
  return shape.partitionKeys.has(column.name)
    ? partitionValue(shape.table, row)
    : oddValue(column, row, shape.lists.has(column.name));
}

/** Values that a check constraint allows: its literals, otherwise a short text. */
async function tame(client: pg.ClientBase, table: CatalogTable, constraint: string, row: number, attempt: number) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select a.attname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
     where k.conname = $2 and k.conrelid = $1::regclass`,
    [quote(table), constraint],
  );
  return rows.map(({ name, definition }, index): [string, unknown] => {
    // Exactly one of several columns is set, another one in each row.
    if (definition.includes('num_nonnulls')) return [name, index === row % rows.length ? row + 1 : null];
    const words = [...definition.matchAll(/'([^']*)'/g)].map((match) => match[1]);
    const type = table.columns.find((column) => column.name === name)?.type ?? '';
    if (!/^(text|character)/.test(type)) return [name, row + 1];
    return [name, attempt === 0 && words.length > 0 ? words[row % words.length] : `x${row}`];
  });
}

async function insertRow(client: pg.ClientBase, shape: Shape, row: number): Promise<void> {
  const { table, identities } = shape;
  const values = new Map<string, unknown>();
  for (const column of table.columns) {
    if (!identities.has(column.name)) values.set(column.name, await valueFor(client, shape, column, row));
  }
  const names = [...values.keys()].map((name) => pg.escapeIdentifier(name)).join(', ');
  const places = [...values.keys()].map((_, index) => `$${index + 1}`).join(', ');
  const attempts = new Map<string, number>();
  for (;;) {
    try {
      await client.query(`insert into ${quote(table)} (${names}) values (${places})`, [...values.values()]);
      return;
    } catch (error) {
      const { code, constraint = '' } = error as { code?: string; constraint?: string };
      const attempt = attempts.get(constraint) ?? 0;
      if (code !== '23514' || attempt > 1) throw error;
      attempts.set(constraint, attempt + 1);
      for (const [name, value] of await tame(client, table, constraint, row, attempt)) values.set(name, value);
    }
  }
}

/** Inserts three unusual rows into every table, so that a backup is tested with all tables and column types. */
export async function fillEveryTable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const tables = await readTables(client);
    const references = await readForeignKeys(client);
    // Triggers would continue from unusual numbers and add rows.
    await client.query('set session_replication_role = replica');
    for (const table of inReferenceOrder(tables, references)) {
      if (!table.hasRows) continue;
      const own = references.filter((reference) => keyOf(reference.table) === keyOf(table));
      const shape = await shapeOf(client, table, own);
      for (let row = 0; row < 3; row += 1) {
        await insertRow(client, shape, row).catch((cause: unknown) => {
          throw new Error(`the test has no row for ${keyOf(table)}: teach testing/fill.ts what it takes`, { cause });
        });
      }
    }
  } finally {
    await client.query('set session_replication_role = default');
    client.release();
  }
}

/** Everything that a backup has to restore: rows as text, sequences, and the structure of tables. */
export async function contentOf(pool: pg.Pool): Promise<Record<string, unknown>> {
  const client = await pool.connect();
  try {
    const tables = await readTables(client);
    const content: Record<string, unknown> = { tables, references: await readForeignKeys(client) };
    for (const table of tables.filter(({ hasRows }) => hasRows)) {
      const { rows } = await client.query(`select t::text as row from ${quote(table)} t order by 1`);
      content[keyOf(table)] = rows.map(({ row }) => row);
    }
    const sequences = await client.query(
      `select schemaname, sequencename, last_value from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1, 2`,
    );
    const views = await client.query(
      `select viewname, definition from pg_views where schemaname = 'public' order by 1`,
    );
    return { ...content, sequences: sequences.rows, views: views.rows };
  } finally {
    client.release();
  }
}
