import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { connect, type Database } from '../src/platform/db/db.ts';

/** Runs one statement on the administrative database: `create database` takes no transaction and no other users. */
async function administer(templateUrl: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('/postgres', templateUrl).href });
  await client.connect();
  try {
    // Clones of one template take turns: PostgreSQL refuses two at the same time.
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of the test file's own, cloned from the migrated template; `drop` closes and removes it. */
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

/** The same for a single test: gone when it ends. */
export async function useTestDatabase(): Promise<Database> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}
