import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { connect, type Database } from '../src/platform/db/db.ts';

/** Runs a statement on the administrative database, because `create database` can't run in a transaction. */
async function administer(templateUrl: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('/postgres', templateUrl).href });
  await client.connect();
  try {
    // Serialises clones, because PostgreSQL refuses two clones of one template at a time.
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database for one test file, cloned from the migrated template; `drop` closes and deletes it. */
export async function createTestDatabase(): Promise<Database & { drop(): Promise<void> }> {
  const template = new URL(inject('templateUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(template, `create database ${name} template ${template.pathname.slice(1)}`);
  const database = connect({ url: new URL(`/${name}`, template).href });
  return {
    ...database,
    async drop() {
      await database.close();
      await administer(template, `drop database ${name} with (force)`);
    },
  };
}

/** A database for a single test, deleted at its end. */
export async function useTestDatabase(): Promise<Database> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}
