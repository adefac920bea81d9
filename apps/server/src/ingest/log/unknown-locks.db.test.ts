import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Db } from '../../platform/db/db.ts';
import { connectorKey, unknownIds } from './packet.table.ts';
import { normaliseUnknown, recordUnknown, replayUnknown } from './unknown.store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const batch = (identifier: string) => ({
  ...{ identifier, count: 1, firstAt: 1, lastAt: 1 },
  messages: [{ identifier, receivedAt: 1, content: '{"payload":1,"meta":{},"time":null}' }],
});
const db = () => server.database.db;

/** A connector with unknown ids, created in this order. */
async function connectorWith(...identifiers: string[]) {
  const { id, account } = { ...(await server.make.connector({})), account: await server.make.account() };
  for (const identifier of identifiers) await recordUnknown(db(), id, [batch(identifier)]);
  return { id, sender: { connectorId: id, accountId: account.id } };
}

/** Holds one unknown id, so that the work of the test stops halfway; returns how to release it. */
async function hold(connectorId: number, identifier: string) {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('select from unknown_ids where connector_id = $1 and identifier = $2 for update', [
    connectorId,
    identifier,
  ]);
  return async () => void (await client.query('rollback'));
}

async function waiting(): Promise<number> {
  const { rows } = await server.database.pool.query(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.n;
}

const change = (connectorId: number, more: (tx: Db) => Promise<unknown>) =>
  db().transaction(async (tx) => {
    await tx.execute(sql`update connectors set updated_at = now() where id = ${connectorId}`);
    await more(tx);
  });
const remove = (connectorId: number) =>
  db().transaction(async (tx) => void (await tx.delete(connectorKey.table).where(eq(connectorKey, connectorId))));

it('a connector can be deleted while dropped messages are written', async () => {
  const { id } = await connectorWith('a', 'b');
  const release = await hold(id, 'b');
  const written = recordUnknown(db(), id, ['a', 'b', 'new'].map(batch));
  await expect.poll(waiting).toBe(1);
  const removed = remove(id);
  await expect.poll(waiting).toBe(2);
  await release();
  expect(await Promise.allSettled([written, removed])).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'fulfilled', value: undefined },
  ]);
  expect(await db().$count(unknownIds, eq(unknownIds.connectorId, id))).toBe(0);
});

it('ids of a connector can get the form of EUIs while dropped messages are written', async () => {
  const { id } = await connectorWith('c', 'a', 'b');
  const release = await hold(id, 'b');
  const written = recordUnknown(db(), id, ['a', 'b', 'c'].map(batch));
  await expect.poll(waiting).toBe(1);
  const changed = change(id, (tx) => normaliseUnknown(tx, id));
  await expect.poll(waiting).toBe(2);
  await release();
  expect((await Promise.allSettled([written, changed])).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
  ]);
  expect(await db().$count(unknownIds, eq(unknownIds.connectorId, id))).toBe(3);
});

it('replays, writes, changes and a deletion at the same time end, and no message is replayed twice', async () => {
  for (let round = 0; round < 10; round += 1) {
    const names = Array.from({ length: 20 }, (_, index) => `id-${(index * 7) % 20}`);
    const { id, sender } = await connectorWith(...names);
    const work = [
      ...names.map((identifier) => db().transaction((tx) => replayUnknown(tx, sender, identifier, 2))),
      ...names.map((identifier) => db().transaction((tx) => replayUnknown(tx, sender, identifier, 2))),
      recordUnknown(db(), id, names.toSorted().map(batch)),
      recordUnknown(db(), id, names.toReversed().map(batch)),
      change(id, (tx) => normaliseUnknown(tx, id)),
      ...(round % 2 === 0 ? [remove(id)] : []),
    ];
    const ended = await Promise.allSettled(work);
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
    const replayed = ended.slice(0, 40).reduce((sum, each) => sum + Number('value' in each ? each.value : 0), 0);
    const { rows } = await server.database.pool.query(
      `select (select count(*) from packet_handoff where connector_id = $1)::int as waiting,
        (select count(*) from unknown_messages where connector_id = $1)::int as kept`,
      [id],
    );
    expect(rows[0].waiting).toBe(replayed);
    if (round % 2 === 1) expect(replayed + rows[0].kept).toBe(60);
  }
});
