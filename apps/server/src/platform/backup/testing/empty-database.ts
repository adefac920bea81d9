import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { connect, type Database } from '../../db/db.ts';

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('/postgres', inject('templateUrl')).href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** A database without a schema for a single test, deleted at its end. */
export async function useEmptyDatabase(): Promise<Database> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} template template0`);
  const database = connect({ url: new URL(`/${name}`, inject('templateUrl')).href });
  onTestFinished(async () => {
    await database.close();
    await administer(`drop database ${name} with (force)`);
  });
  return database;
}
