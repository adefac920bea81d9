import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { lockedTables } from '../../src/ingest/newest/index.ts';
import { allNewest, countSeenAfter, packetsApplied } from '../../src/ingest/newest/testing/newest.fixture.ts';
import type { Database } from '../../src/platform/db/db.ts';
import { createPostgresHistory } from '../../src/platform/history/postgres-history.ts';
import { useTestDatabase } from '../database.ts';
import {
  allApplied,
  buildDevices,
  countRules,
  pointsStored,
  postTo,
  seeded,
  startChild,
  timeout,
  underLoad,
  upTo,
} from './fault-world.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);
const hourMs = 3_600_000;

/** Locks a table, like a slow disk would block it, until a query has waited for it for a while. */
async function holdTable(database: Database, table: string, forMs: number): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    const isAwaited = async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_locks where relation = '${table}'::regclass and not granted`,
      );
      return (rowCount ?? 0) > 0;
    };
    await expect.poll(isAwaited, { timeout: 30_000 }).toBe(true);
    await delay(forMs);
    await client.query('commit');
  } finally {
    client.release();
  }
}

it.each(upTo(runs))(
  'a database that is slow now and then loses and doubles nothing (run %i)',
  { timeout },
  async () => {
    const database = await useTestDatabase();
    await underLoad(database, async ({ random, start }) => {
      await start();
      for (const table of [lockedTables.values, 'packets', 'ingest_cursors', lockedTables.devices, 'history_points']) {
        await holdTable(database, table, 100 + random() * 400);
      }
    });
  },
);

/** The newest value of each device. */
const newest = ({ pool }: Database) => allNewest(pool);

/** Fisher–Yates shuffle with the seed of the run. */
function shuffle<T>(items: T[], random: () => number): T[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

it.each(upTo(runs))(
  'packets that come twice and in any order leave each value once (run %i)',
  { timeout },
  async () => {
    const { random, message } = seeded();
    const database = await useTestDatabase();
    const world = await buildDevices(database, 8);
    const child = await startChild(database.url);
    const count = 60;
    const baseMs = Date.now() - hourMs;
    const sent = world.devices.flatMap(({ externalId: id }) =>
      upTo(count).flatMap((n) => {
        const packet = { id, payload: { n: n + 1 }, time: baseMs + n };
        return random() < 0.4 ? [packet, packet] : [packet];
      }),
    );
    shuffle(sent, random);
    const post = postTo(child, world.sender);
    for (let from = 0; from < sent.length; ) {
      const size = 1 + Math.floor(random() * 25);
      expect(await post(sent.slice(from, from + size)), message).toBe(true);
      from += size;
    }
    await allApplied(database);
    const history = createPostgresHistory({ pool: database.pool });
    for (const { stateId } of world.devices) {
      const points = await history.range({
        series: stateId,
        from: baseMs - 1,
        to: baseMs + hourMs,
        limit: 1_000,
        order: 'ascending',
      });
      expect(
        points.map(({ value }) => value),
        message,
      ).toEqual(upTo(count).map((n) => n + 1));
    }
    expect(await newest(database), message).toEqual(world.devices.map(() => count));
    await countRules(database, message);
  },
);

it('a clock that jumps neither loses packets nor holds back those that come after it was put right', async () => {
  const database = await useTestDatabase();
  const world = await buildDevices(database, 3);
  const child = await startChild(database.url);
  const jump = (jumpMs: number) => void child.send({ jumpMs });
  const post = postTo(child, world.sender);
  let n = 0;
  /** Sends messages without a time, which get that of the server. */
  const send = async () => {
    n += 1;
    expect(await post(world.devices.map(({ externalId: id }) => ({ id, payload: { n } })))).toBe(true);
    await allApplied(database);
    return newest(database);
  };
  const everywhere = (value: number) => world.devices.map(() => value);
  expect(await send()).toEqual(everywhere(1));
  // Far enough ahead that no table exists for that day, in packets or history.
  jump(40 * 24 * hourMs);
  expect(await send()).toEqual(everywhere(2));
  jump(-40 * 24 * hourMs);
  expect(await send()).toEqual(everywhere(3));
  // Set back by two hours: earlier values then lie in the future, and must not block new ones.
  jump(-2 * hourMs);
  expect(await send()).toEqual(everywhere(4));
  jump(2 * hourMs);
  expect(await send()).toEqual(everywhere(5));
  const { rows } = await database.pool.query<Record<'packets' | 'applied', number>>(
    `select (select count(*)::int from packets) as packets,
       ${packetsApplied()} as applied`,
  );
  expect(rows).toEqual([{ packets: 15, applied: 15 }]);
  expect(await pointsStored(database)).toBe(15);
  const ahead = await countSeenAfter(database.pool, new Date(Date.now() + 60_000));
  expect(ahead, 'nobody was seen in the future').toBe(0);
});
