import type { Device } from '@stellwerk/contract/device';
import { readJob } from '@stellwerk/contract/job';
import { startReparse } from '@stellwerk/contract/packet';
import { newState } from '@stellwerk/contract/state';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin, TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { addNewest } from '../../../ingest/newest/index.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { states } from '../../states/index.ts';
import { createDeviceFixture, startDeviceServer } from '../testing/devices.fixture.ts';

let server: TestServer;
let fixture: ReturnType<typeof createDeviceFixture>;
beforeAll(async () => {
  server = await startDeviceServer();
  fixture = createDeviceFixture(server);
  await server.field.ingestion.start();
  await server.jobs.start();
});
afterAll(async () => {
  await server.jobs.stop();
  await server.close();
});

/** What drivers read from a packet; each is one variable. */
const expressions = [
  'payload.a',
  'payload.b?.c',
  'payload.b?.c / 0',
  '{ deep: payload.a, list: [payload.a] }',
  'Date.parse(meta.time) / 60_000',
  'meta.time.length',
  'meta.identifier.length',
  'meta.connector.id',
  'meta.connector.type.length',
  'meta.device.id',
  'meta.device.title.length',
  'meta.device.groups.length',
  'meta.lora?.fport',
  'Date.now() % 1_000',
  'Math.random()',
];

const script = fc.record({
  used: fc.uniqueArray(fc.nat(expressions.length - 1), { minLength: 1, maxLength: 4 }),
  /** Payloads from here on are refused. */
  most: fc.constantFrom(60, 1_000),
  failure: fc.constantFrom("throw new Error('too much')", "return { error: 'too much' }", 'return null'),
  sets: fc.constantFrom('[set]', '[set, set]', '[{ ...set, time: meta.time }]', 'set'),
});
type Drawn<T> = T extends fc.Arbitrary<infer V> ? V : never;

const sourceOf = ({ used, most, failure, sets }: Drawn<typeof script>) => `module.exports = (payload, meta) => {
  if (payload.a > ${most}) ${failure};
  const set = { ${used.map((index) => `v${index}: ${expressions[index]}`).join(', ')} };
  return ${sets};
};`;

const metas: Record<string, JsonValue>[] = [
  {},
  { lora: { fport: 3 } },
  { time: 'no', identifier: 4, device: 5, connector: 6 },
];

const packet = fc.record({
  device: fc.nat(1),
  payload: fc.oneof(
    fc.tuple(fc.nat(100), fc.option(fc.integer())).map(([a, c]): JsonValue => ({ a, b: c === null ? null : { c } })),
    fc.nat(100).map((a): JsonValue => ({ a, 'b.c': a })),
    fc.constantFrom<JsonValue>('0102', 7, []),
  ),
  /** Seconds before now; without it, the packet has no time of its own. */
  ago: fc.option(fc.nat(300), { nil: undefined }),
  meta: fc.constantFrom(...metas),
});

const world = fc.record({
  scripts: fc.tuple(fc.option(script), fc.option(script)),
  /** Paths of the values that messages feed to a twin without a driver. */
  fed: fc.uniqueArray(fc.constantFrom('', 'a', 'b.c', 'b'), { maxLength: 3 }),
  isRouted: fc.tuple(fc.boolean(), fc.boolean()),
  packets: fc.array(packet, { minLength: 1, maxLength: 12 }),
});

const fedBy = (variable: string, identifier = '') => ({ source: 'connector', identifier, variable });

async function addStates(twin: Pick<TestTwin, 'id'>, configs: Record<string, { source: string }>): Promise<void> {
  const rows = Object.entries(configs).map(([key, config], position) => {
    return { ...newState.parse({ key, title: key, valueType: 'json', config }), twinId: twin.id, position };
  });
  const { db } = server.database;
  const added = await db
    .insert(states)
    .values(rows.map((row) => ({ ...row, source: row.config.source })))
    .returning({ id: states.id });
  await addNewest(
    db,
    added.map(({ id }) => id),
  );
}

async function build({ scripts, fed, isRouted }: Omit<Drawn<typeof world>, 'packets'>) {
  const { user, account, connector } = await fixture.manager();
  const twin = await server.make.twin({ account });
  await server.database.pool.query("insert into twin_references values ($1, 'asset', 'A-7', 0)", [twin.id]);
  const keys = ['a', ...new Set(scripts.flatMap((each) => each?.used.map((index) => `v${index}`) ?? []))];
  const target = { targetReference: { name: 'asset', value: 'A-7' } };
  const made: Device[] = [];
  for (const [index, each] of scripts.entries()) {
    const driver = each && (await fixture.driver(account, [], sourceOf(each)));
    const bound = driver ? { driverId: driver.id } : {};
    const device = await fixture.create(user, connector, { ...bound, ...(isRouted[index] ? target : {}) });
    await addStates(device, { deep: fedBy('v3.deep'), ...Object.fromEntries(keys.map((key) => [key, fedBy(key)])) });
    made.push(device);
  }
  const direct = made.flatMap(({ id, externalId }) =>
    fed.map((path, number) => [`fed_${id}_${number}`, fedBy(path, externalId)] as const),
  );
  const routed = keys.map((key) => [key, { source: 'datarouting' }] as const);
  await addStates(twin, Object.fromEntries([...routed, ...direct]));
  return { user, account, connector, twin, devices: made };
}

/** All values in the history of these twins. */
async function valuesOf(twins: readonly Pick<TestTwin, 'id'>[]) {
  const { rows } = await server.database.pool.query<{ id: number; name: string }>(
    `select id, twin_id || ' ' || key as name from states where twin_id = any($1) order by id`,
    [twins.map(({ id }) => id)],
  );
  const values: { name: string; at: number; value: JsonValue; source: string }[] = [];
  for (const { id, name } of rows) {
    const points = await server.history.range({ series: id, from: 0, to: 4e12, limit: 1_000, order: 'ascending' });
    values.push(...points.map(({ at, value, source }) => ({ name, at, value, source })));
  }
  return values;
}

async function reparse(as: TestUser, deviceIds: number[]): Promise<void> {
  const span = { startDate: '2020-01-01T00:00:00Z', endDate: new Date(Date.now() + 3_600_000).toISOString() };
  const { body } = await server.call(startReparse, { body: { deviceIds, ...span } }, { as });
  const { id } = body.data.job;
  const stateOfJob = async () => (await server.call(readJob, { params: { id } }, { as })).body.data.state;
  await expect.poll(stateOfJob, { timeout: 20_000 }).toBe('done');
}

describe('a re-parse', () => {
  it('writes each value again that the packets had when they arrived, and no other', async () => {
    const property = fc.asyncProperty(world, async ({ packets, ...given }) => {
      const { user, account, connector, twin, devices } = await build(given);
      const nowMs = Date.now();
      const messageOf = ({ device, payload, ago, meta }: Drawn<typeof packet>): JsonValue => ({
        ...{ id: devices[device]?.externalId ?? '', payload, meta },
        ...(ago === undefined ? {} : { time: nowMs - ago * 1_000 }),
      });
      const sender = { connectorId: connector.id, accountId: account.id };
      await server.field.ingestion.accept(sender, packets.map(messageOf));
      await server.field.ingestion.idle();
      const live = await valuesOf([twin, ...devices]);
      await reparse(
        user,
        devices.map(({ id }) => id),
      );
      const again = await valuesOf([twin, ...devices]);
      expect(again).toEqual(live.map((value) => ({ ...value, source: 'rederived' })));
    });
    await fc.assert(property, { numRuns: 8, endOnFailure: true });
  });
});
