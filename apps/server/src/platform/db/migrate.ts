import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations as migrateWorker } from 'graphile-worker';
import pg from 'pg';
import { StartError } from '../instance/start-error.ts';
import { lastReplaced, withBaseline } from './baseline.ts';

const programMigrations = join(import.meta.dirname, '../../../migrations');
/** Any number will do, as long as every version of the program takes the same one. */
const lockKey = 7_306_021;

/** The database was migrated by a newer program. */
export class DatabaseNewerError extends StartError {}
/** The database ends at a step before the baseline, which only older programs can complete. */
export class DatabaseOlderError extends StartError {}
/** The database was built by other migrations than those that this program brings. */
export class MigrationMismatchError extends StartError {}

export interface Migration {
  tag: string;
  /** The journal's time, milliseconds since 1970: the identity of a migration in the database. */
  when: number;
  /** SHA-256 of the file. */
  hash: string;
}

export interface MigrateOptions {
  /** The last migration to apply; all of them if absent. Never takes anything back. */
  upTo?: string | undefined;
  /** Tests bring their own. */
  folder?: string | undefined;
}

type MigrationFile = Migration & { statements: string[] };

interface Journal {
  entries: { when: number; tag: string }[];
}

/** Brings the database to this program's schema and returns what it applied; programs that start at once take turns. */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'stellwerk-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    const { pending, baseline } = await planMigrations(client, options);
    if (pending.length > 0 || baseline) {
      await client.query('begin');
      await apply(client, { pending, baseline });
      await client.query('commit');
    }
    await migrateJobQueue(url);
    return pending.map(({ tag }) => tag);
  } finally {
    await client.end();
  }
}

/** Until the end of the caller's transaction no program migrates the database, which also keeps one from starting. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
}

/** Migrates inside the caller's transaction, without the tables of the job queue, which migrate on their own. */
export async function migrateInTransaction(client: pg.ClientBase, options: MigrateOptions = {}): Promise<void> {
  await lockMigrations(client);
  await apply(client, await planMigrations(client, options));
}

export const migrateJobQueue = (url: string): Promise<void> => migrateWorker({ connectionString: url });

/** This program's migrations in order. */
export async function knownMigrations(folder = programMigrations): Promise<Migration[]> {
  const files = await readMigrations(folder);
  return files.map(({ tag, when, hash }) => ({ tag, when, hash }));
}

/** The known migrations that the database has, in order; fails if it has others. */
export async function appliedMigrations(client: pg.ClientBase, folder = programMigrations): Promise<Migration[]> {
  const known = await knownMigrations(folder);
  return compare(known, stepsOf(known, await recordedMigrations(client)));
}

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const journal: Journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'));
  return Promise.all(
    journal.entries.map(async ({ tag, when }) => {
      const text = await readFile(join(folder, `${tag}.sql`), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { tag, when, hash, statements: text.split('--> statement-breakpoint') };
    }),
  );
}

interface RecordedMigration {
  when: number;
  hash: string;
}

async function recordedMigrations(client: pg.ClientBase): Promise<RecordedMigration[]> {
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`);
  if (!table.rows[0]?.name) return [];
  const { rows } = await client.query<RecordedMigration>(
    'select created_at::float8 as "when", hash from drizzle.__drizzle_migrations order by created_at',
  );
  return rows;
}

function stepsOf(known: readonly Migration[], recorded: readonly RecordedMigration[]): readonly RecordedMigration[] {
  const steps = withBaseline(known, recorded);
  if (steps) return steps;
  throw new DatabaseOlderError(
    `The database is too old for this program: first start the last version of Stellwerk with migration ${lastReplaced.tag}, then this one`,
  );
}

function compare<M extends Migration>(known: readonly M[], recorded: readonly RecordedMigration[]): M[] {
  const newest = Math.max(0, ...known.map(({ when }) => when));
  const byTime = new Map(known.map((migration) => [migration.when, migration]));
  for (const { when, hash } of recorded) {
    const migration = byTime.get(when);
    if (!migration && when > newest) {
      throw new DatabaseNewerError('The database is newer than this program: start a newer version of Stellwerk');
    }
    if (!migration) {
      const at = new Date(when).toISOString();
      throw new MigrationMismatchError(`The database holds a migration of ${at} that this program does not know`);
    }
    if (migration.hash !== hash) {
      throw new MigrationMismatchError(
        `Migration ${migration.tag} was changed after the database had been built by it`,
      );
    }
  }
  const present = new Set(recorded.map(({ when }) => when));
  return known.filter(({ when }) => present.has(when));
}

interface Plan {
  pending: MigrationFile[];
  /** Set if the database has the steps that the baseline replaces: it is recorded instead of them. */
  baseline: Migration | undefined;
}

async function planMigrations(
  client: pg.ClientBase,
  { upTo, folder = programMigrations }: MigrateOptions,
): Promise<Plan> {
  const known = await readMigrations(folder);
  const recorded = await recordedMigrations(client);
  const steps = stepsOf(known, recorded);
  const applied = new Set(compare(known, steps));
  const last = upTo === undefined ? known.length - 1 : known.findIndex(({ tag }) => tag === upTo);
  if (upTo !== undefined && last < 0) throw new Error(`there is no migration ${upTo}`);
  const pending = known.slice(0, last + 1).filter((migration) => !applied.has(migration));
  return { pending, baseline: steps === recorded ? undefined : known[0] };
}

/** Table and columns are those of Drizzle's own migrator, so that its tools still read the database. */
async function apply(client: pg.ClientBase, { pending, baseline }: Plan): Promise<void> {
  if (pending.length === 0 && !baseline) return;
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key,
      hash text not null,
      created_at bigint
    )`);
  const record = ({ when, hash }: Migration) =>
    client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);
  if (baseline) {
    await client.query('delete from drizzle.__drizzle_migrations where created_at <= $1', [lastReplaced.when]);
    await record(baseline);
  }
  for (const migration of pending) {
    const { tag, statements } = migration;
    for (const statement of statements) {
      await client.query(statement).catch((cause: unknown) => {
        throw new Error(`migration ${tag} failed`, { cause });
      });
    }
    await record(migration);
  }
}
