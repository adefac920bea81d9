import { stateEdges, states } from '../../apps/server/src/features/states/index.ts';
import { addNewest } from '../../apps/server/src/ingest/newest/index.ts';
import { newestValue } from '../../apps/server/src/ingest/newest/testing/newest.fixture.ts';
import { connect, type Database } from '../../apps/server/src/platform/db/db.ts';
import { createPostgresHistory } from '../../apps/server/src/platform/history/postgres-history.ts';
import { createFactories, type TestTwin } from '../../apps/server/test/factories.ts';
import { newState } from '../../packages/contract/src/state.ts';
import { batchPoints } from '../history/write.ts';
import { makeConnector, type Program, signIn, type Way } from '../ingest/program.ts';
import { atTheEnd } from '../resources.ts';

/** Accounts with one webhook each, and devices that send `{ n }`. */

export const dayMs = 86_400_000;

export interface BenchDevice {
  webhook: Way;
  twin: TestTwin;
  externalId: string;
  /** The state that receives `n`. */
  stateId: number;
}

export interface NewDevice {
  transformer?: string;
  /** Script of the driver. */
  script?: string;
}

export interface StateEntry {
  key: string;
  config: object;
  transformer?: string;
}

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

export async function openWorld(program: Program) {
  const database: Database = connect({ url: program.databaseUrl });
  const close = atTheEnd(database.close);
  const { db, pool } = database;
  const make = createFactories(db);
  const history = createPostgresHistory(database);
  const token = await signIn(program);
  const root = await pool.query<{ id: number; scopeId: number; scopePath: string }>(
    `select a.id, a.scope_id as "scopeId", s.path::text as "scopePath" from accounts a join scopes s on s.id = a.scope_id
     order by a.id limit 1`,
  );

  async function addStates(twinId: number, entries: readonly StateEntry[], sourceId?: number): Promise<number[]> {
    const ids: number[] = [];
    for (let from = 0; from < entries.length; from += 1_000) {
      const rows = entries.slice(from, from + 1_000).map(({ key, config, transformer = '' }, position) => {
        const plain = newState.parse({ key, title: key, valueType: 'number', config, transformer });
        return { ...plain, twinId, source: plain.config.source, position };
      });
      const created = (await db.insert(states).values(rows).returning({ id: states.id })).map(({ id }) => id);
      await addNewest(db, created);
      if (sourceId !== undefined) {
        await db.insert(stateEdges).values(created.map((stateId) => ({ stateId, sourceStateId: sourceId })));
      }
      ids.push(...created);
    }
    return ids;
  }

  return {
    db,
    pool,
    make,
    addStates,

    /** Creates all devices in one new account. */
    async addDevices(count: number, { transformer = '', script }: NewDevice = {}): Promise<BenchDevice[]> {
      const [parent] = root.rows;
      const account = await make.account(parent ? { parent } : {});
      const webhook = await makeConnector(program, token, 'webhook-incoming', { accountId: account.id });
      const connector = { id: webhook.id, account };
      const driver = script === undefined ? undefined : await make.driver({ account, script });
      const devices: BenchDevice[] = [];
      for (const _ of upTo(count)) {
        const device = await make.device({ connector, ...(driver ? { driver } : {}) });
        const fed = { source: 'connector', identifier: '', variable: 'n' };
        const [stateId = 0] = await addStates(device.id, [{ key: 'n', config: fed, transformer }]);
        devices.push({ webhook, twin: device, externalId: device.externalId, stateId });
      }
      return devices;
    },

    /** Writes a year of minute values up to now, packed by day. */
    async addYear(stateIds: readonly number[]): Promise<void> {
      const today = Math.floor(Date.now() / dayMs) * dayMs;
      for (let day = today - 365 * dayMs; day < today; day += dayMs) {
        await history.ensurePartitions(day);
        const points = stateIds.flatMap((series) =>
          upTo(1_440).map((minute) => ({
            ...{ series, at: day + minute * 60_000, shard: 1, seq: 1 + (day / dayMs) * 1_440 + minute },
            ...{ value: (minute * 7 + day / dayMs) % 1_000, source: 'live' as const },
          })),
        );
        for (let from = 0; from < points.length; from += batchPoints) {
          await history.write(db, points.slice(from, from + batchPoints));
        }
        await history.pack(day);
      }
      await pool.query('vacuum analyze history_days');
    },

    newest: (stateId: number) => newestValue(db, stateId),

    /** Whether packets of its account are processed in a lane of their own. */
    async isAside({ webhook }: BenchDevice): Promise<boolean> {
      const { rowCount } = await pool.query(
        'select from ingest_lanes lane join connectors on connectors.account_id = lane.account_id where connectors.id = $1',
        [webhook.id],
      );
      return (rowCount ?? 0) > 0;
    },

    close,
  };
}
export type FairWorld = Awaited<ReturnType<typeof openWorld>>;

/** Sends values of a device in one call. Returns false if the queue of the account is full. */
export async function post(
  address: string,
  { webhook, externalId: id }: BenchDevice,
  values: readonly number[],
  payloadOf: (n: number) => unknown = (n) => ({ n }),
): Promise<boolean> {
  const body = JSON.stringify(values.map((n) => ({ id, payload: payloadOf(n), meta: { lora: { fport: 1 } } })));
  const headers = { 'content-type': 'application/json', 'x-api-key': webhook.secret };
  const answer = await fetch(`${address}/api/v1/webhook/${webhook.id}`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  if (!answer.ok && answer.status !== 503) throw new Error(`a value was answered with ${answer.status}`);
  return answer.ok;
}
