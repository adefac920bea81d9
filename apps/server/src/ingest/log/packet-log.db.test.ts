import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { inTransaction } from '../../platform/db/connection.ts';
import type { Database } from '../../platform/db/db.ts';
import { createLog } from '../../platform/log/log.ts';
import { type NewPacket, shardCount, shardOf } from './packet.ts';
import { createPacketLog, type PacketLogOptions } from './packet-log.ts';
import { insertPackets } from './packets.store.ts';
import { ensurePacketDays } from './partitions.store.ts';
import { createShardBuffers } from './shard-buffers.ts';

const log = createLog('silent');

const packet = (identifier: string, n: number, accountId = 1): NewPacket => ({
  accountId,
  connectorId: 1,
  deviceId: null,
  identifier,
  receivedAt: Date.UTC(2026, 0, 1),
  content: JSON.stringify({ n }),
});
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const nOf = ({ content }: { content: string }) => JSON.parse(content).n as number;

/** Opens a log that renews its leases only when the test calls `renew`. */
async function open(database: Database, options: Partial<PacketLogOptions> = {}) {
  const packets = createPacketLog({
    ...{ ...database, log, owner: randomUUID(), lookMs: 3_600_000, ttlMs: 3_600_000, onReady() {} },
    ...options,
  });
  await packets.start();
  onTestFinished(packets.stop);
  return packets;
}
type TestLog = Awaited<ReturnType<typeof open>>;

/** Applies the available packets, as the pipeline does: the results and the cursor in one transaction. */
async function apply(database: Database, packets: TestLog, max = 100): Promise<number> {
  const taken = await packets.take(max);
  if (taken.length === 0) return 0;
  const isOurs = await inTransaction(database.pool, async (client) => {
    await client.query('insert into applied (identifier, n) select * from unnest($1::text[], $2::int[])', [
      taken.map(({ identifier }) => identifier),
      taken.map(nOf),
    ]);
    if (!(await packets.finish(client, taken))) throw new Error('not ours');
    return true;
  }).catch((error: Error) => {
    if (error.message !== 'not ours') throw error;
    return false;
  });
  if (isOurs) packets.settle(taken);
  return taken.length;
}

async function applyAll(database: Database, packets: TestLog): Promise<void> {
  while (packets.hasMore()) await apply(database, packets);
}

async function withResults(): Promise<Database> {
  const database = await useTestDatabase();
  await database.pool.query('create table applied (id bigserial, identifier text, n int)');
  return database;
}

const applied = async (database: Database) =>
  (await database.pool.query<{ identifier: string; n: number }>('select identifier, n from applied order by id')).rows;

/** Owners check once a second for packets that other processes have handed over. */
const nothingWaits = ({ pool }: Database) =>
  expect.poll(async () => (await pool.query('select from packet_handoff')).rowCount, { timeout: 5_000 }).toBe(0);

describe('the packet log', () => {
  it('keeps what it acknowledged, in order by device, and hands it on once', async () => {
    const database = await withResults();
    const packets = await open(database);
    await Promise.all(upTo(200).map((n) => packets.append([packet(`device ${n % 5}`, n)])));
    expect(packets.open()).toBe(200);
    await applyAll(database, packets);
    expect(packets.open()).toBe(0);
    const rows = await applied(database);
    expect(rows).toHaveLength(200);
    for (const device of upTo(5)) {
      const own = rows.filter(({ identifier }) => identifier === `device ${device}`).map(({ n }) => n);
      expect(own).toEqual(upTo(200).filter((n) => n % 5 === device));
    }
  });

  it('numbers packets without a gap, whatever fails between', async () => {
    const database = await withResults();
    const packets = await open(database);
    await packets.append([packet('a', 0)]);
    // PostgreSQL stores no NUL in a text: the whole commit fails.
    await expect(packets.append([{ ...packet('a', 1), content: '\0' }])).rejects.toThrow();
    await packets.append([packet('a', 2)]);
    const shard = shardOf(1, 'a');
    const { rows } = await database.pool.query<{ seq: number }>(
      'select seq from packets where shard = $1 order by seq',
      [shard],
    );
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2]);
    await applyAll(database, packets);
    expect((await applied(database)).map(({ n }) => n)).toEqual([0, 2]);
  });

  it('goes on after a restart with what was not applied', async () => {
    const database = await withResults();
    const first = await open(database);
    await first.append(upTo(50).map((n) => packet(`device ${n}`, n)));
    await apply(database, first, 20);
    await first.stop();
    const second = await open(database, { maxBuffered: 7 });
    await second.append(upTo(10).map((n) => packet(`device ${n}`, 100 + n)));
    await applyAll(database, second);
    expect((await applied(database)).map(({ n }) => n).sort((a, b) => a - b)).toEqual([
      ...upTo(50),
      ...upTo(10).map((n) => 100 + n),
    ]);
  });

  it('falls back on the log when more is waiting than memory shall hold', async () => {
    const database = await withResults();
    const packets = await open(database, { maxBuffered: 10 });
    await packets.append(upTo(95).map((n) => packet('a', n)));
    await apply(database, packets, 5);
    await packets.append(upTo(5).map((n) => packet('a', 95 + n)));
    await applyAll(database, packets);
    expect((await applied(database)).map(({ n }) => n)).toEqual(upTo(100));
  });

  it('refuses more than it can hold, and lets no account take the place of others', async () => {
    const database = await withResults();
    const packets = await open(database, { capacity: 100, accountShare: 0.5 });
    expect(await packets.append(upTo(50).map((n) => packet('a', n)))).toBe('stored');
    expect(await packets.append([packet('a', 50)])).toBe('full');
    expect(await packets.append([packet('b', 0, 2)])).toBe('stored');
    await applyAll(database, packets);
    expect(await packets.append([packet('a', 50)])).toBe('stored');
  });
});

describe('what is read again from the log', () => {
  const logged = (seq: number) => ({ ...packet('a', seq), shard: 1, seq });

  it('is handed on once, also when the notification of its commit arrives after it was read', async () => {
    const { pool } = await withResults();
    await inTransaction(pool, (client) => insertPackets(client, [1, 2, 3].map(logged)));
    const buffers = createShardBuffers({ pool, maxBuffered: 100 });
    // The second and third packet were committed a moment ago, and are not pushed to the buffer yet.
    buffers.open(1, 0, 1);
    expect((await buffers.take(10)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    buffers.push([2, 3, 4].map(logged));
    expect((await buffers.take(10)).map(({ seq }) => seq)).toEqual([4]);
  });

  it('is not applied when it is there twice, or with a gap', async () => {
    const database = await withResults();
    const packets = await open(database);
    for (const numbers of [
      [1, 2, 1, 2],
      [1, 3],
      [2, 1],
    ]) {
      expect(await inTransaction(database.pool, (client) => packets.finish(client, numbers.map(logged)))).toBe(false);
    }
    expect(await inTransaction(database.pool, (client) => packets.finish(client, [1, 2].map(logged)))).toBe(true);
  });
});

describe('two processes', () => {
  it('share the shards, and each takes packets of the other’s', async () => {
    const database = await withResults();
    const first = await open(database);
    expect(first.leases.all()).toHaveLength(shardCount);
    const second = await open(database);
    await first.leases.renew();
    await second.leases.renew();
    expect(first.leases.all()).toHaveLength(shardCount / 2);
    expect(second.leases.all()).toHaveLength(shardCount / 2);
    await Promise.all(upTo(300).map((n) => (n % 2 === 0 ? first : second).append([packet(`device ${n % 40}`, n)])));
    // Packets handed over to another process are taken with its next commit.
    await first.append([packet('last', 1_000)]);
    await second.append([packet('last', 1_001)]);
    await first.append([packet('last', 1_002)]);
    await Promise.all([applyAll(database, first), applyAll(database, second)]);
    const numbers = (await applied(database)).map(({ n }) => n);
    const left = await database.pool.query('select 1 from packet_handoff');
    expect(numbers.length + (left.rowCount ?? 0)).toBe(303);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('never apply a packet twice, when one takes over from another that was stalled and wakes up', async () => {
    const database = await withResults();
    const stalled = await open(database);
    await stalled.append(upTo(40).map((n) => packet(`device ${n}`, n)));
    const inHand = await stalled.take(15);
    await database.pool.query("update ingest_shards set lease_until = now() - interval '1 second'");
    await database.pool.query('delete from ingest_processes');
    const heir = await open(database);
    await applyAll(database, heir);
    // The stalled process wakes up: its results are refused, and packets that it accepts go to the new owner.
    const isOurs = await inTransaction(database.pool, (client) => stalled.finish(client, inHand));
    expect(isOurs).toBe(false);
    expect(await stalled.append([packet('device 1', 1_000)])).toBe('stored');
    await heir.append([packet('device 2', 1_001)]);
    await nothingWaits(database);
    await applyAll(database, heir);
    const numbers = (await applied(database)).map(({ n }) => n).sort((a, b) => a - b);
    expect(numbers).toEqual([...upTo(40), 1_000, 1_001]);
  });

  it('wait for a commit of the old owner that is still under way', async () => {
    const database = await withResults();
    const old = await open(database);
    await old.append([packet('a', 0)]);
    const shard = shardOf(1, 'a');
    // A connection of the old owner in the middle of its commit.
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock_shared(7306030, $1)', [shard]);
    await client.query(
      `insert into packets (shard, seq, account_id, connector_id, received_at, identifier, content)
       values ($1, 2, 1, 1, 0, 'a', '{"n":1}')`,
      [shard],
    );
    await database.pool.query("update ingest_shards set lease_until = now() - interval '1 second'");
    await database.pool.query('delete from ingest_processes');
    const opening = open(database);
    const outcome = await Promise.race([opening.then(() => 'opened'), waitForLock(database).then(() => 'waits')]);
    expect(outcome).toBe('waits');
    await client.query('commit');
    await client.end();
    const heir = await opening;
    await applyAll(database, heir);
    expect((await applied(database)).map(({ n }) => n)).toEqual([0, 1]);
  });
});

describe('a process that stalls in the middle of a commit', () => {
  it('does not keep another process from starting', async () => {
    const database = await withResults();
    await open(database);
    await inTransaction(database.pool, async (client) => {
      await client.query('update ingest_cursors set cursor = cursor + 1');
      const starting = open(database).then(() => 'started');
      expect(await Promise.race([starting, waitForLock(database).then(() => 'waits')])).toBe('started');
    });
  });
});

describe('a process that stalls in the middle of a COPY', () => {
  it('does not keep its shards, although no time limit of the database ends its transaction', async () => {
    const database = await withResults();
    const ttlMs = 1_000;
    const shard = shardOf(1, 'a');
    const stalled = new pg.Client({ connectionString: database.url });
    await stalled.connect();
    const isEnded = once(stalled, 'error');
    onTestFinished(() => stalled.end());
    await stalled.query(`begin; set local idle_in_transaction_session_timeout = ${ttlMs}`);
    await stalled.query('select pg_advisory_xact_lock_shared(7306030, $1)', [shard]);
    const begun = Promise.withResolvers<void>();
    const copy = copyFrom('copy packet_handoff from stdin (format binary)');
    copy.on('error', () => {});
    stalled.connection.once('copyInResponse', begun.resolve);
    stalled.query(copy);
    await begun.promise;
    const heir = await open(database, { ttlMs, lookMs: 50 });
    await expect.poll(() => heir.leases.all().length, { timeout: 30_000 }).toBe(shardCount);
    await isEnded;
    await heir.append([packet('a', 0)]);
    await applyAll(database, heir);
    expect((await applied(database)).map(({ n }) => n)).toEqual([0]);
  });
});

describe('packets that waited for the owner of their shard', () => {
  /** Ends all leases, as if their process did not respond any more. */
  const endLeases = async ({ pool }: Database) => {
    await pool.query("update ingest_shards set lease_until = now() - interval '1 second'");
    await pool.query('delete from ingest_processes');
  };

  it('are numbered before newer ones, also when they fill more than one page', async () => {
    const database = await withResults();
    await open(database);
    const heir = await open(database, { maxBatch: 10 });
    for (const n of upTo(35)) await heir.append([packet('a', n)]);
    expect((await database.pool.query('select 1 from packet_handoff')).rowCount).toBe(35);
    await endLeases(database);
    await heir.leases.renew();
    for (const n of upTo(20)) await heir.append([packet('a', 35 + n)]);
    await nothingWaits(database);
    await applyAll(database, heir);
    expect((await applied(database)).map(({ n }) => n)).toEqual(upTo(55));
  });

  it('keep their order when every other one of a device comes to the owner itself', async () => {
    const database = await withResults();
    const first = await open(database);
    const second = await open(database);
    await first.leases.renew();
    await second.leases.renew();
    for (const n of upTo(20)) {
      for (const device of upTo(4)) await (n % 2 === 0 ? first : second).append([packet(`device ${device}`, n)]);
    }
    await nothingWaits(database);
    await Promise.all([applyAll(database, first), applyAll(database, second)]);
    const rows = await applied(database);
    for (const device of upTo(4)) {
      const own = rows.filter(({ identifier }) => identifier === `device ${device}`).map(({ n }) => n);
      expect(own).toEqual(upTo(20));
    }
  });

  it('are not passed over while somebody else has locked them', async () => {
    const database = await withResults();
    await open(database);
    const heir = await open(database);
    for (const n of upTo(2)) await heir.append([packet('a', n)]);
    await endLeases(database);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin; select from packet_handoff order by id limit 1 for update');
    await heir.leases.renew();
    const appending = heir.append([packet('a', 2)]);
    const isAwaited = async () => (await database.pool.query('select from pg_locks where not granted')).rowCount !== 0;
    await expect.poll(isAwaited).toBe(true);
    await client.query('rollback');
    await appending;
    await applyAll(database, heir);
    expect((await applied(database)).map(({ n }) => n)).toEqual(upTo(3));
  });
});

describe('a process whose connection to the database broke', () => {
  it('loses its shards before their lease ends, and can’t apply anything of them any more', async () => {
    const database = await withResults();
    const cutOff = await open(database);
    await cutOff.append(upTo(40).map((n) => packet(`device ${n}`, n)));
    const inHand = await cutOff.take(15);
    const presences = `from pg_stat_activity where datname = current_database() and application_name = 'stellwerk-ingest'`;
    const known = (await database.pool.query<{ pid: number }>(`select pid ${presences}`)).rows.map(({ pid }) => pid);
    const heir = await open(database);
    expect(heir.leases.all()).toEqual([]);
    const own = await database.pool.query<{ pid: number }>(`select pid ${presences} and pid <> all($1)`, [known]);
    const takeOver = async () => {
      // The process reconnects: until it counts as dead, each new connection is terminated as well.
      const text = `select pg_terminate_backend(pid) ${presences} and pid <> $1`;
      await database.pool.query(text, [own.rows[0]?.pid]);
      await heir.leases.renew();
      return heir.leases.all().length;
    };
    await expect.poll(takeOver, { timeout: 10_000 }).toBe(shardCount);
    // The process is still alive, and does not know that it has lost its shards.
    expect(cutOff.leases.all()).toHaveLength(shardCount);
    expect(await inTransaction(database.pool, (client) => cutOff.finish(client, inHand))).toBe(false);
    expect(await cutOff.append([packet('device 1', 1_000)])).toBe('stored');
    await nothingWaits(database);
    await applyAll(database, heir);
    const numbers = (await applied(database)).map(({ n }) => n).sort((a, b) => a - b);
    expect(numbers).toEqual([...upTo(40), 1_000]);
  });
});

/** Resolves as soon as a transaction waits for an advisory lock. */
async function waitForLock(database: Database): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(
      "select 1 from pg_locks where locktype = 'advisory' and not granted and classid = 7306030",
    );
    if (rowCount) return;
  }
}

it('makes the tables of the next days once, although many processes start at the same time', async () => {
  const database = await useTestDatabase();
  const nowMs = Date.UTC(2031, 0, 1);
  await Promise.all(upTo(8).map(() => ensurePacketDays(database.pool, nowMs)));
  const days = await database.pool.query("select from pg_class where relname like 'packets_2031_01_0_'");
  expect(days.rowCount).toBe(3);
});

it('spreads devices over the shards', () => {
  const counts = new Map<number, number>();
  for (const n of upTo(16_000)) {
    const shard = shardOf(7, `70B3D5499A${n.toString(16).padStart(6, '0')}`);
    counts.set(shard, (counts.get(shard) ?? 0) + 1);
  }
  expect(counts.size).toBe(shardCount);
  expect(Math.max(...counts.values())).toBeLessThan(1_400);
  expect([...counts.keys()].every((shard) => shard >= 1 && shard <= shardCount)).toBe(true);
});
