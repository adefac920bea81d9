import { once } from 'node:events';
import { eq, isNull, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import type { Database } from '../../platform/db/db.ts';
import { recordActivity } from './activity.store.ts';
import { activity } from './activity.table.ts';
import { checkActivity, countUnsealed, sealActivity } from './seal.service.ts';

const entry = {
  userId: null,
  sessionId: null,
  apiKeyId: null,
  impersonatorId: null,
  address: '127.0.0.1',
  method: 'PUT',
  path: '/api/v1/things/{id}',
  outcome: 'done' as const,
  code: null,
  objects: [],
  details: { deep: { b: [1.5, 'ü', null], a: true } },
  requestId: 'request',
};

async function fill({ db }: Database, count: number, accountId: number | null = 7): Promise<void> {
  for (let index = 0; index < count; index += 1) await recordActivity(db, { ...entry, accountId });
}

const chainsOf = ({ db }: Database) => Array.fromAsync(checkActivity(db));
const seal = ({ db }: Database, batchSize = 1_000) => sealActivity(db, { settledMs: 0, batchSize });
const idsOf = async ({ db }: Database) =>
  (await db.select({ id: activity.id }).from(activity).orderBy(activity.id)).map(({ id }) => id);

/** Runs a statement with the triggers off, as an attacker with full access to the database would. */
async function tamper({ pool }: Database, ...statements: string[]): Promise<void> {
  await pool.query('alter table activity disable trigger user');
  for (const statement of statements) await pool.query(statement);
  await pool.query('alter table activity enable trigger user');
}

describe('sealing', () => {
  it('creates one chain per account, and one for entries without an account', async () => {
    const database = await useTestDatabase();
    for (const accountId of [1, 2, null, 1, null, 1]) await recordActivity(database.db, { ...entry, accountId });
    expect(await seal(database)).toBe(6);
    expect(await chainsOf(database)).toMatchObject([
      { accountId: null, entries: 2, found: undefined },
      { accountId: 1, entries: 3, found: undefined },
      { accountId: 2, entries: 1, found: undefined },
    ]);
    expect(await seal(database)).toBe(0);
    await fill(database, 2, 1);
    expect(await countUnsealed(database.db)).toBe(2);
    expect(await seal(database)).toBe(2);
    expect((await chainsOf(database)).map(({ entries }) => entries)).toEqual([2, 5, 1]);
  });

  it('leaves recent entries to the next run', async () => {
    const database = await useTestDatabase();
    await fill(database, 1);
    expect(await sealActivity(database.db)).toBe(0);
    await database.pool.query(`update activity set at = at - interval '6 seconds'`);
    expect(await sealActivity(database.db)).toBe(1);
  });

  it('seals entries exactly once, even if they are committed late or out of order', async () => {
    const database = await useTestDatabase();
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = new pg.Client({ connectionString: database.url });
        await client.connect();
        return client;
      }),
    );
    const insert = `insert into activity (account_id, address, method, path, outcome, objects, details, request_id)
      values (7, '', 'PUT', '/x', 'done', '[]', '{}', 'late')`;
    for (const client of clients) {
      await client.query('begin');
      await client.query(insert);
      await fill(database, 2);
    }
    // The transaction with the lowest id commits last, and one transaction is rolled back.
    let sealed = await seal(database, 3);
    expect(sealed).toBe(12);
    for (const [index, client] of clients.toReversed().entries()) {
      await client.query(index === 2 ? 'rollback' : 'commit');
      await fill(database, 1);
      const runs = await Promise.all([seal(database, 2), seal(database, 2)]);
      sealed += runs[0] + runs[1];
    }
    await Promise.all(clients.map((client) => client.end()));
    sealed += await seal(database);
    expect(sealed).toBe(12 + 5 + 6);
    expect(await database.db.select().from(activity).where(isNull(activity.chainSeq))).toEqual([]);
    expect(await chainsOf(database)).toMatchObject([{ accountId: 7, entries: 23, found: undefined }]);
  });

  it('continues after a kill between two batches', async () => {
    const database = await useTestDatabase();
    await fill(database, 50);
    const [, , ...ids] = await idsOf(database);
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    // Locks an entry of the third batch, so that the sealer waits in the middle of its work.
    await holder.query('select from activity where id = $1 for update', [ids[23]]);
    const run = seal(database, 10);
    const failed = expect(run).rejects.toThrow();
    const watcher = new pg.Client({ connectionString: database.url });
    await watcher.connect();
    const killed = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%jsonb_to_recordset%'`;
    while ((await watcher.query(killed)).rowCount === 0);
    await failed;
    await holder.query('rollback');
    await Promise.all([holder.end(), watcher.end()]);
    expect(await countUnsealed(database.db)).toBe(30);
    expect((await chainsOf(database))[0]).toMatchObject({ entries: 20, found: undefined });
    expect(await seal(database, 10)).toBe(30);
    expect((await chainsOf(database))[0]).toMatchObject({ entries: 50, found: undefined });
  });

  it('stops between batches when it is aborted', async () => {
    const database = await useTestDatabase();
    await fill(database, 3);
    expect(await sealActivity(database.db, { settledMs: 0, batchSize: 1, signal: AbortSignal.abort() })).toBe(0);
  });

  it('does not wait for another sealer', async () => {
    const database = await useTestDatabase();
    await fill(database, 1);
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('select pg_advisory_lock(7306041, 0)');
    expect(await seal(database)).toBe(0);
    const ended = once(other, 'end');
    await other.end();
    await ended;
    expect(await seal(database)).toBe(1);
  });
});

describe('a sealed entry', () => {
  it('can be neither changed, deleted nor truncated', async () => {
    const database = await useTestDatabase();
    await fill(database, 2);
    const [id] = await idsOf(database);
    await seal(database);
    const { pool } = database;
    await expect(pool.query(`update activity set code = 'x' where id = $1`, [id])).rejects.toThrow('is sealed');
    await expect(pool.query('update activity set chain_seq = null')).rejects.toThrow('is sealed');
    await expect(pool.query('delete from activity where id = $1', [id])).rejects.toThrow('is sealed');
    await expect(pool.query('truncate activity')).rejects.toThrow('never emptied');
  });
});

describe('the check', () => {
  async function sealedChain() {
    const database = await useTestDatabase();
    await fill(database, 6);
    await seal(database);
    const ids = await idsOf(database);
    return { database, ids, id: (index: number) => Number(ids[index]) };
  }
  const firstBreak = async (database: Database) => (await chainsOf(database))[0]?.found;

  it('finds a changed entry, even if only its time moved by a microsecond', async () => {
    const { database, id } = await sealedChain();
    await tamper(database, `update activity set at = at + interval '1 microsecond' where id = ${id(2)}`);
    expect(await firstBreak(database)).toEqual({ kind: 'changed', entryId: id(2), seq: 3 });
  });

  it('finds a deleted entry, at the end too', async () => {
    const { database, id } = await sealedChain();
    await tamper(database, `delete from activity where id = ${id(5)}`);
    expect(await firstBreak(database)).toEqual({ kind: 'missing', entryId: null, seq: 6 });
    await tamper(database, `delete from activity where id = ${id(1)}`);
    expect(await firstBreak(database)).toEqual({ kind: 'missing', entryId: id(2), seq: 2 });
  });

  it('finds a swapped pair', async () => {
    const { database, id } = await sealedChain();
    await tamper(
      database,
      `update activity set chain_seq = 100 where id = ${id(1)}`,
      `update activity set chain_seq = 2 where id = ${id(3)}`,
      `update activity set chain_seq = 4 where id = ${id(1)}`,
    );
    expect(await firstBreak(database)).toEqual({ kind: 'reordered', entryId: id(3), seq: 2 });
  });

  it('finds an entry that was moved to another account', async () => {
    const { database, id } = await sealedChain();
    await tamper(database, `update activity set account_id = 9 where id = ${id(5)}`);
    const found = (await chainsOf(database)).map((chain) => [chain.accountId, chain.found?.kind]);
    expect(found).toEqual([
      [7, 'missing'],
      [9, 'missing'],
    ]);
  });

  it('reports no break during sealing', async () => {
    const database = await useTestDatabase();
    await fill(database, 40);
    let isSealing = true;
    const sealing = seal(database, 1).finally(() => {
      isSealing = false;
    });
    const found = [];
    while (isSealing) found.push(...(await chainsOf(database)).flatMap((chain) => chain.found ?? []));
    expect(await sealing).toBe(40);
    expect(found).toEqual([]);
  });

  it('still holds after users and accounts have been deleted', async () => {
    const { database } = await sealedChain();
    await database.db.execute(sql`update accounts set name = 'other'`);
    expect(await firstBreak(database)).toBeUndefined();
    expect(await database.db.select().from(activity).where(eq(activity.accountId, 7))).toHaveLength(6);
  });
});
