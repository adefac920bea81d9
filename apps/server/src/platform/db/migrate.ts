import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runMigrations as migrateWorker } from 'graphile-worker';
import pg from 'pg';
import { StartError } from '../instance/start-error.ts';
import { lastReplaced, withBaseline } from './baseline.ts';

const programMigrations = join(import.meta.dirname, '../../../migrations');
/** An arbitrary number, which must be the same in all versions. */
const lockKey = 7_306_021;

export class DatabaseNewerError extends StartError {}
/** The database lacks migrations before the baseline, which only older versions can apply. */
export class DatabaseOlderError extends StartError {}
/** The database was created by other migrations than those of this version. */
export class MigrationMismatchError extends StartError {}

export interface Migration {
  tag: string;
  /** Time in the journal, in milliseconds since 1970: identifies a migration in the database. */
  when: number;
  /** SHA-256 of the file. */
  hash: string;
}

interface MigrateOptions {
  /** The last migration to apply; default: all. Nothing is ever reverted. */
  upTo?: string | undefined;
  folder?: string | undefined;
}

type MigrationFile = Migration & { statements: string[] };

interface Journal {
  entries: { when: number; tag: string }[];
}

/** Migrates to this version's schema and returns the applied migrations; concurrent starts are serialised. */
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

/** Prevents migrations, and thereby the start of servers, until the end of the caller's transaction. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
}

/** Migrates in the caller's transaction, without the job queue's tables, which have their own migrations. */
export async function migrateInTransaction(client: pg.ClientBase, options: MigrateOptions = {}): Promise<void> {
  await lockMigrations(client);
  await apply(client, await planMigrations(client, options));
}

export const migrateJobQueue = (url: string): Promise<void> => migrateWorker({ connectionString: url });

export async function knownMigrations(folder = programMigrations): Promise<Migration[]> {
  const files = await readMigrations(folder);
  return files.map(({ tag, when, hash }) => ({ tag, when, hash }));
}

/** Known migrations in the database, in order; fails if it contains others. */
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
  /** Set if the database has the migrations that the baseline replaces: the baseline is recorded instead. */
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

/** Same table and columns as Drizzle's migrator, so that its tools can read the database. */
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
