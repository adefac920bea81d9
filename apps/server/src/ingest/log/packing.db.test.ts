import type { SQL } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/db/connection.ts';
import type { Database } from '../../platform/db/db.ts';
import { countPackets, keptSince, listPackets } from './list/list.store.ts';
import { type PackStep, packPacketDay } from './pack-days.ts';
import { insertApplied } from './packets.store.ts';
import { removePackets } from './removal.store.ts';
import {
  applyUpTo,
  countOf,
  dayMs,
  firstDay,
  packDay,
  packet,
  store,
  storeAnything,
  upTo,
  useLog,
} from './testing/log.fixture.ts';

const { signal } = new AbortController();

/** All at once, so that each of them may find the tables locked. */
async function everything({ db }: Database) {
  const [list, counts, kept] = await Promise.all([
    listPackets(db, { limit: 5_000 }),
    countPackets(db, 1, [firstDay, firstDay + 60_000, firstDay + dayMs]),
    keptSince(db, [1, 2]),
  ]);
  return { list, counts, kept };
}

/** Many senders: several writes. */
const manySenders = upTo(200).map((n) => packet(n + 1, { identifier: `sender ${n}` }));

describe('packing a day', () => {
  it('loses and doubles nothing when its connections break, at every step', async () => {
    const database = await useLog();
    const killer = new pg.Client({ connectionString: database.url });
    await killer.connect();
    await storeAnything(database, 300, 4);
    await store(
      database,
      manySenders.map((each) => ({ ...each, seq: each.seq + 1_000 })),
    );
    const before = await everything(database);
    const killedAt: PackStep[] = [];
    for (let isKilled = true; isKilled; ) {
      const at = killedAt.length;
      let steps = 0;
      isKilled = false;
      const onStep = async (step: PackStep) => {
        steps += 1;
        if (steps !== at + 1) return;
        isKilled = true;
        killedAt.push(step);
        await killer.query(
          `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        );
      };
      await packPacketDay({ pool: database.pool, day: firstDay, signal, onStep }).catch(() => {});
      expect(await everything(database)).toEqual(before);
    }
    expect(new Set(killedAt)).toEqual(new Set(['begun', 'written', 'locked', 'dropped', 'committed']));
    expect(killedAt.filter((step) => step === 'written').length).toBeGreaterThan(2);
    expect(await countOf(database, 'packet_days')).toBeGreaterThan(200);
    await killer.end();
  });

  it('shows each packet once to whoever reads meanwhile', async () => {
    const database = await useLog();
    await store(database, manySenders);
    const before = await everything(database);
    const answers: Promise<unknown>[] = [];
    const onStep = async (step: PackStep) => {
      const answer = everything(database);
      answers.push(answer);
      // Behind the locks of the last steps readers wait.
      if (step === 'begun' || step === 'written') await answer;
    };
    expect(await packPacketDay({ pool: database.pool, day: firstDay, signal, onStep })).toBe(true);
    expect(answers.length).toBeGreaterThan(5);
    for (const answer of answers) expect(await answer).toEqual(before);
  });

  it('shows each packet once when it happens between the two looks of a reader', async () => {
    const database = await useLog();
    await store(database, manySenders);
    const { list } = await everything(database);
    let looks = 0;
    const execute = async (query: SQL) => {
      const result = await database.db.execute(query);
      looks += 1;
      if (looks === 1) expect(await packDay(database)).toBe(true);
      return result;
    };
    const interrupted: Database['db'] = Object.create(database.db, { execute: { value: execute } });
    expect(await listPackets(interrupted, { limit: 5_000 })).toEqual(list);
    expect(looks).toBeGreaterThan(1);
  });

  it('happens once when two are at it', async () => {
    const database = await useLog();
    await store(database, manySenders);
    const before = await everything(database);
    const done = await Promise.all([packDay(database), packDay(database), packDay(database)]);
    expect(done.toSorted()).toEqual([false, false, true]);
    expect(await everything(database)).toEqual(before);
    expect(await packDay(database)).toBe(false);
  });

  it('waits for packets that are not applied yet, and for shards that nobody knows', async () => {
    const database = await useLog(10);
    await store(database, [packet(10), packet(11)]);
    const before = await everything(database);
    expect(await packDay(database)).toBe(false);
    expect(await everything(database)).toEqual(before);
    await applyUpTo(database, 11);
    await database.pool.query('delete from ingest_cursors where shard = 2');
    await store(database, [packet(1, { shard: 2 })]);
    expect(await packDay(database)).toBe(false);
    await database.pool.query('insert into ingest_cursors values (2, 1)');
    expect(await packDay(database)).toBe(true);
    expect(await countOf(database, 'packets')).toBe(0);
  });

  it('gives up when a packet comes for the day meanwhile, and later takes it along', async () => {
    const database = await useLog(200);
    await store(database, manySenders);
    let isLate = false;
    const onStep = async (step: PackStep) => {
      if (step !== 'written' || isLate) return;
      isLate = true;
      await store(database, [packet(201, { receivedAt: firstDay + 5 })]);
    };
    expect(await packPacketDay({ pool: database.pool, day: firstDay, signal, onStep })).toBe(false);
    expect(await countOf(database, 'packet_days')).toBe(0);
    expect(await listPackets(database.db, { limit: 500 })).toHaveLength(201);
    await applyUpTo(database, 201);
    expect(await packDay(database)).toBe(true);
    expect(await listPackets(database.db, { limit: 500 })).toHaveLength(201);
    // The table of the day is gone: what comes for it now stands beside.
    await store(database, [packet(202, { receivedAt: firstDay + 6 })]);
    expect(await listPackets(database.db, { limit: 500 })).toHaveLength(202);
  });

  it('lets nobody write packets that count as applied meanwhile: they would go with the day', async () => {
    const database = await useLog();
    await store(database, manySenders);
    let writing: Promise<void> | undefined;
    const onStep = async (step: PackStep) => {
      if (step !== 'written' || writing) return;
      writing = inTransaction(database.pool, (client) => insertApplied(client, [packet(201)]));
      await expect.poll(() => countOf(database, `pg_locks where locktype = 'advisory' and not granted`)).toBe(1);
    };
    expect(await packPacketDay({ pool: database.pool, day: firstDay, signal, onStep })).toBe(true);
    await writing;
    expect(await listPackets(database.db, { limit: 500 })).toHaveLength(201);
  });

  it('waits for whoever has the table, without keeping the others waiting for long', async () => {
    const database = await useLog();
    await store(database, manySenders);
    const reader = await database.pool.connect();
    await reader.query('begin');
    await reader.query('select count(*) from packets');
    const packing = packDay(database);
    await expect.poll(() => countOf(database, `pg_locks where mode = 'AccessExclusiveLock' and not granted`)).toBe(1);
    await store(database, [packet(201, { receivedAt: firstDay + dayMs })]);
    await reader.query('commit');
    reader.release();
    expect(await packing).toBe(true);
    expect(await listPackets(database.db, { limit: 500 })).toHaveLength(201);
  });

  it('stops when it is aborted, and has then changed nothing', async () => {
    const database = await useLog();
    await store(database, manySenders);
    const stop = new AbortController();
    const onStep = (step: PackStep) => (step === 'written' ? stop.abort() : undefined);
    const packing = packPacketDay({ pool: database.pool, day: firstDay, signal: stop.signal, onStep });
    await expect(packing).rejects.toThrow();
    expect(await countOf(database, 'packet_days')).toBe(0);
    expect(await countOf(database, 'packets')).toBe(200);
  });
});

describe('removing packets', () => {
  it('reaches packed ones, and those that are just being packed', async () => {
    const database = await useLog();
    await store(database, [
      ...manySenders,
      packet(301, { deviceId: 2 }),
      packet(302, { deviceId: 3, connectorId: 2 }),
      packet(303, { deviceId: 4, receivedAt: firstDay + dayMs }),
      packet(304, { deviceId: 2, receivedAt: firstDay + dayMs }),
    ]);
    let removing: Promise<void> | undefined;
    const onStep = async (step: PackStep) => {
      if (step !== 'written' || removing) return;
      removing = removePackets(database.db, { deviceIds: [1] }, signal);
      await expect.poll(() => countOf(database, `pg_locks where locktype = 'advisory' and not granted`)).toBe(1);
    };
    expect(await packPacketDay({ pool: database.pool, day: firstDay, signal, onStep })).toBe(true);
    await removing;
    const left = async () => (await listPackets(database.db, { limit: 500 })).map(({ seq }) => seq);
    expect(await left()).toEqual([304, 303, 302, 301]);
    await removePackets(database.db, { connectorId: 2 }, signal);
    expect(await left()).toEqual([304, 303, 301]);
    await removePackets(database.db, { deviceIds: [2] }, signal);
    expect(await left()).toEqual([303]);
  });
});
