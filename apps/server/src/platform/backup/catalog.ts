import pg from 'pg';
import type { ArchivedTable, TableName } from './manifest.ts';

export interface CatalogTable extends TableName {
  columns: ArchivedTable['columns'];
  /** Whether the table itself contains rows; partitioned tables don't. */
  hasRows: boolean;
  parent: TableName | null;
  bound: string | null;
  partitionKey: string | null;
  storageOptions: string[];
}

export interface ForeignKey {
  table: TableName;
  target: TableName;
  name: string;
  definition: string;
}

export const schemas = ['public', 'graphile_worker'];

/** Settings that determine the text of values, equal for backup and restore. Times are in UTC, nothing is rounded. */
export const sessionSettings = `
  set client_encoding = 'UTF8';
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set bytea_output = 'hex';
  set extra_float_digits = 3;
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set row_security = off;`;

export const quote = ({ schema, name }: TableName) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Extensions create their own tables, and the job queue's migrations create their list of migrations. */
const ours = (relation: string) => `
  n.nspname = any($1) and ${relation}.relpersistence <> 't'
  and not (n.nspname = 'graphile_worker' and ${relation}.relname = 'migrations')
  and not exists (select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = ${relation}.oid and d.deptype = 'e')`;

/** All tables and partitions by name, without generated columns, which can't be written. */
export async function readTables(client: pg.ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `select n.nspname as schema, c.relname as name, c.relkind = 'r' as "hasRows",
       pg_get_expr(c.relpartbound, c.oid) as bound,
       case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as "partitionKey",
       coalesce(c.reloptions, '{}') as "storageOptions",
       (select json_build_object('schema', pn.nspname, 'name', p.relname)
         from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
         where i.inhrelid = c.oid and c.relispartition) as parent,
       (select coalesce(json_agg(json_build_object('name', a.attname,
           'type', format_type(a.atttypid, a.atttypmod), 'isNotNull', a.attnotnull) order by a.attnum), '[]')
         from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and ${ours('c')}
     order by n.nspname, c.relname`,
    [schemas],
  );
  return rows;
}

export async function readSequences(client: pg.ClientBase): Promise<(TableName & { value: string | null })[]> {
  const { rows } = await client.query<TableName & { value: string | null }>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

/** Foreign keys that are declared on a table itself; partitions inherit them. */
export async function readForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select k.conname as name, pg_get_constraintdef(k.oid) as definition,
       json_build_object('schema', n.nspname, 'name', c.relname) as table,
       json_build_object('schema', tn.nspname, 'name', t.relname) as target
     from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${ours('c')}
     order by n.nspname, c.relname, k.conname`,
    [schemas],
  );
  return rows;
}
