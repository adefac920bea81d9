import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { createDrizzle } from './safe-drizzle.ts';

async function oneConnection() {
  const { url, pool: other } = await useTestDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'victim' });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  const kill = () =>
    other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim' and datname = current_database()`,
    );
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
  // The pool hands out the connection before it knows that the server has closed it.
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
