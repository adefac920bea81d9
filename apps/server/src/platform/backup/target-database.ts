import type pg from 'pg';
import { StartError } from '../instance/start-error.ts';
import { quote, readTables } from './catalog.ts';
import { keyOf } from './manifest.ts';

export interface Occupancy {
  filled: string[];
  sizeBytes: number;
}

export async function surveyTarget(client: pg.ClientBase): Promise<Occupancy> {
  const tables = (await readTables(client)).filter(({ hasRows }) => hasRows);
  const filled: string[] = [];
  let sizeBytes = 0;
  for (const table of tables) {
    const { rows } = await client.query<{ filled: boolean; size: number }>(
      `select exists (select from ${quote(table)}) as filled, pg_total_relation_size($1)::float8 as size`,
      [quote(table)],
    );
    if (rows[0]?.filled) filled.push(table.schema === 'public' ? table.name : keyOf(table));
    sizeBytes += rows[0]?.size ?? 0;
  }
  return { filled, sizeBytes };
}

/** Tables of other programs are never dropped, because a database may be shared by mistake. */
export async function refuseForeignTables(client: pg.ClientBase): Promise<void> {
  const tables = (await readTables(client)).filter(({ schema }) => schema === 'public');
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as ours`);
  if (tables.length > 0 && !rows[0]?.ours) {
    throw new StartError('The database holds tables of another program: restore into a database of its own');
  }
}

/** Drops tables with their sequences, then other objects, but nothing that belongs to an extension. */
const dropStatements = `
  with member as (select classid, objid from pg_depend where deptype = 'e')
  select format('drop %s if exists %I.%I cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' else 'table' end, nspname, relname) as statement,
      case relkind when 'S' then 2 else 1 end as step
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where nspname = 'public' and relkind in ('r', 'p', 'v', 'm', 'S', 'f') and not relispartition
      and ('pg_class'::regclass::oid, c.oid) not in (select classid, objid from member)
  union all
  select format('drop routine if exists %s cascade', p.oid::regprocedure), 3
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where nspname = 'public' and ('pg_proc'::regclass::oid, p.oid) not in (select classid, objid from member)
  union all
  select format('drop type if exists %I.%I cascade', nspname, typname), 4
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where nspname = 'public' and typtype in ('e', 'd', 'c', 'r') and typrelid not in (select oid from pg_class where relkind <> 'c')
      and ('pg_type'::regclass::oid, t.oid) not in (select classid, objid from member)
  order by step`;

/** Empties the database inside the caller's transaction; the job queue keeps its tables, which it migrates itself. */
export async function wipe(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(dropStatements);
  for (const { statement } of rows) await client.query(statement);
  await client.query('drop schema if exists drizzle cascade');
  const queue = (await readTables(client)).filter(({ schema, hasRows }) => schema === 'graphile_worker' && hasRows);
  if (queue.length > 0) await client.query(`truncate ${queue.map(quote).join(', ')}`);
}
