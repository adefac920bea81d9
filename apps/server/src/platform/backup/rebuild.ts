import pg from 'pg';
import { StartError } from '../instance/start-error.ts';
import { type CatalogTable, quote, readForeignKeys, readTables, schemas } from './catalog.ts';
import { type ArchivedPartition, type ArchivedTable, keyOf, type Manifest, type TableName } from './manifest.ts';
import { pointingForward } from './table-order.ts';

const isSame = (table: CatalogTable, partition: ArchivedPartition) =>
  table.parent !== null && keyOf(table.parent) === keyOf(partition.parent) && table.bound === partition.bound;

/** The server adds and drops partitions while it runs, so the new schema gets exactly those of the archive. */
async function matchPartitions(client: pg.ClientBase, partitions: readonly ArchivedPartition[]): Promise<void> {
  const wanted = new Map(partitions.map((partition) => [keyOf(partition), partition]));
  for (const table of await readTables(client)) {
    const partition = wanted.get(keyOf(table));
    if (table.parent && !(partition && isSame(table, partition))) {
      await client.query(`drop table if exists ${quote(table)}`);
    }
  }
  const present = new Set((await readTables(client)).map(keyOf));
  const missing = partitions.filter((partition) => !present.has(keyOf(partition)));
  while (missing.length > 0) {
    const next = missing.findIndex(({ parent }) => present.has(keyOf(parent)));
    const [partition] = missing.splice(next, 1);
    if (next < 0 || !partition)
      throw new StartError('The archive holds partitions of tables that are not in its schema');
    await createPartition(client, partition);
    present.add(keyOf(partition));
  }
}

async function createPartition(client: pg.ClientBase, partition: ArchivedPartition): Promise<void> {
  const { parent, bound, partitionKey, storageOptions } = partition;
  const split = partitionKey ? ` partition by ${partitionKey}` : '';
  const storage = storageOptions.length > 0 ? ` with (${storageOptions.join(', ')})` : '';
  await client.query(`create table ${quote(partition)} partition of ${quote(parent)} ${bound}${split}${storage}`);
}

/** A partition that was detached at the time of the backup is restored as a table of its own. */
async function createLoneTable(client: pg.ClientBase, table: ArchivedTable): Promise<void> {
  const columns = table.columns.map(
    ({ name, type, isNotNull }) => `${pg.escapeIdentifier(name)} ${type}${isNotNull ? ' not null' : ''}`,
  );
  await client.query(`create table ${quote(table)} (${columns.join(', ')})`);
}

/** Ensures that every table of the archive exists and has its columns. */
export async function rebuildTables(client: pg.ClientBase, { tables, partitions }: Manifest): Promise<void> {
  await matchPartitions(client, partitions);
  const present = new Map((await readTables(client)).map((table) => [keyOf(table), table]));
  for (const table of tables) {
    const target = present.get(keyOf(table));
    if (!target) {
      await createLoneTable(client, table);
      continue;
    }
    const columns = new Set(target.columns.map(({ name }) => name));
    const lost = table.columns.find(({ name }) => !columns.has(name));
    if (lost) throw new StartError(`This program has no place for ${keyOf(table)}.${lost.name} of the archive`);
  }
}

interface Trigger extends TableName {
  trigger: string;
}

interface SuspendedRules {
  resume(): Promise<void>;
}

/** Disables triggers and forward references during the load. */
export async function suspendRules(client: pg.ClientBase, { tables }: Manifest): Promise<SuspendedRules> {
  const references = await readForeignKeys(client);
  const postponed = pointingForward({ order: tables, members: await readTables(client), references });
  const { rows: triggers } = await client.query<Trigger>(
    `select n.nspname as schema, c.relname as name, t.tgname as trigger
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgenabled = 'O' and n.nspname = any($1)`,
    [schemas],
  );
  const alter = (table: TableName, change: string) => client.query(`alter table ${quote(table)} ${change}`);
  // Deferred constraints would prevent the table from being altered later in the transaction.
  await client.query('set constraints all immediate');
  for (const { trigger, ...table } of triggers) await alter(table, `disable trigger ${pg.escapeIdentifier(trigger)}`);
  for (const { table, name } of postponed) await alter(table, `drop constraint ${pg.escapeIdentifier(name)}`);
  return {
    async resume() {
      for (const { table, name, definition } of postponed) {
        await alter(table, `add constraint ${pg.escapeIdentifier(name)} ${definition}`);
      }
      for (const { trigger, ...table } of triggers) {
        await alter(table, `enable trigger ${pg.escapeIdentifier(trigger)}`);
      }
    },
  };
}
