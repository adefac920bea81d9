import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { useTestDatabase } from '../../../test/database.ts';
import { createDrizzle, patchedVersion } from './safe-drizzle.ts';

async function onePool() {
  const { url, pool: other } = await useTestDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'victim' });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  const kill = () =>
    other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim' and datname = current_database()`,
    );
  return { pool, kill };
}

async function oneConnection() {
  const { pool, kill } = await onePool();
  return { db: createDrizzle(pool), pool, kill };
}

it('commits and rolls back', async () => {
  const { db } = await oneConnection();
  await db.execute(sql`create table t (n int)`);
  await db.transaction((tx) => tx.execute(sql`insert into t values (1)`));
  const broken = db.transaction(async (tx) => {
    await tx.execute(sql`insert into t values (2)`);
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  expect((await db.execute(sql`select n from t`)).rows).toEqual([{ n: 1 }]);
});

it('loses no connection when it breaks inside a transaction', async () => {
  const { db, kill } = await oneConnection();
  const broken = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await kill();
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow();
  await expect(db.transaction((tx) => tx.execute(sql`select 1 as one`))).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

it('loses no connection when the transaction can not begin', async () => {
  const { db, pool, kill } = await oneConnection();
  await db.execute(sql`select 1`);
  // The pool returns the connection before it notices that the server has closed it.
  const killed = new Promise<void>((resolve) => pool.once('acquire', () => void kill().then(() => resolve())));
  const plainConnect = pool.connect.bind(pool);
  pool.connect = (async () => {
    const client = await plainConnect();
    await killed;
    return client;
  }) as typeof pool.connect;
  await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  pool.connect = plainConnect as typeof pool.connect;
  await expect(db.transaction((tx) => tx.execute(sql`select 1 as one`))).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

describe('Drizzle alone', () => {
  /** Unpatched Drizzle on one connection, which is closed at the end whether it was released or not. */
  async function plainDrizzle() {
    const { pool } = await onePool();
    const taken: pg.PoolClient[] = [];
    pool.on('acquire', (client) => taken.push(client));
    onTestFinished(() => {
      if (pool.idleCount < pool.totalCount) for (const client of new Set(taken)) client.release(true);
    });
    return { db: drizzle({ client: pool }), pool, taken };
  }

  it('keeps a connection whose transaction can not begin', async () => {
    const { db, pool } = await plainDrizzle();
    const level: string = 'no such level';
    const failing = db.transaction((tx) => tx.execute(sql`select 1`), { isolationLevel: level as 'serializable' });
    await expect(failing).rejects.toThrow('begin');
    const leaked = pool.totalCount - pool.idleCount;
    expect(leaked, 'Drizzle gives the connection back: this part of safe-drizzle can go').toBe(1);
  });

  it('listens to no errors of the connection of a transaction', async () => {
    const { db, taken } = await plainDrizzle();
    const listeners = await db.transaction(async () => taken[0]?.listenerCount('error'));
    expect(listeners, 'somebody listens to errors: this part of safe-drizzle can go').toBe(0);
  });

  it('is pinned to the version that the patch was written for', () => {
    const pinned = manifest.dependencies['drizzle-orm'];
    expect(pinned, 'read the new version, then change or remove the patch').toBe(patchedVersion);
  });
});
