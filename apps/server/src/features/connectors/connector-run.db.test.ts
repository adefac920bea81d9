import { createServer } from 'node:net';
import {
  commandConnector,
  deleteConnector,
  listConnectorLogs,
  readConnector,
  resetConnectorState,
  updateConnector,
} from '@stellwerk/contract/connector';
import type { Permission } from '@stellwerk/contract/core/permission';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CountingServer, startCountingServer } from '../../../test/connectors/counting-server.ts';
import { type MadeConnector, makeConnector, type Rig, startRig, stateOf } from '../../../test/connectors/rig.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { createLog } from '../../platform/log/log.ts';
import { connectorTopics } from './connector.events.ts';
import { createConnectors } from './create-connectors.ts';
import { discoverKinds } from './kinds.ts';

const pluginsDir = new URL('../../../test/connectors/kinds', import.meta.url).pathname;
const waits = { timeout: 20_000, interval: 10 };
const log = createLog('silent');

let rig: Rig;
let peer: CountingServer;
beforeAll(async () => {
  rig = await startRig({ connectors: { pluginsDir, pollMs: 100, retryDelaysMs: [20, 20] } });
});
afterAll(() => rig.close());
beforeEach(async () => {
  peer = await startCountingServer();
  onTestFinished(() => peer.close());
});

const makeProbe = () =>
  makeConnector(rig.server, { type: 'probe', options: { port: peer.port }, secrets: { token: 't0k3n' } });
const remove = ({ id, user }: MadeConnector) => rig.server.call(deleteConnector, { params: { id } }, { as: user });
const becomes = (made: MadeConnector, state: string, code: string | null = null) =>
  vi.waitFor(async () => expect(await stateOf(rig.server, made)).toEqual({ state, code }), waits);
const statesIn = async ({ id, user }: MadeConnector) => {
  const { body } = await rig.server.call(listConnectorLogs, { params: { id }, query: {} }, { as: user });
  return body.data.map(({ state }) => state).reverse();
};

const downlink = {
  deviceId: 'd',
  twinId: 1,
  port: 1,
  payload: Buffer.alloc(1),
  confirmed: false,
  gatewayIds: [],
  connectorData: null,
};

describe('a connector', () => {
  it('connects, reconnects when the connection is lost, and logs both', async () => {
    const made = await makeProbe();
    await becomes(made, 'connected');
    expect(peer.lines).toContain('plain t0k3n');
    const before = peer.seen();
    peer.hangUp();
    await vi.waitFor(() => expect(peer.seen()).toBeGreaterThan(before), waits);
    await becomes(made, 'connected');
    expect((await statesIn(made)).slice(0, 5)).toEqual(['connecting', 'connected', 'error', 'connecting', 'connected']);
    await remove(made);
    await vi.waitFor(() => expect(peer.now()).toBe(0), waits);
  });

  it('retries while the peer is unreachable, and succeeds when it is back', async () => {
    const port = peer.port;
    const made = await makeProbe();
    await becomes(made, 'connected');
    await peer.close();
    await becomes(made, 'error', 'EGRESS_FAILED');
    expect(await statesIn(made)).toContain('error');
    const again = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void again.close());
    await becomes(made, 'connected');
    await remove(made);
  });

  it('reconnects with changed data, and does not connect while it is switched off', async () => {
    const made = await makeProbe();
    await becomes(made, 'connected');
    const change = (body: Record<string, unknown>) =>
      rig.server.call(updateConnector, { params: { id: made.id }, body }, { as: made.user });
    await change({ options: { port: peer.port, label: 'changed' } });
    await vi.waitFor(() => expect(peer.lines).toContain('changed t0k3n'), waits);
    await change({ secrets: { token: 'another' } });
    await vi.waitFor(() => expect(peer.lines).toContain('changed another'), waits);
    const before = peer.seen();
    await change({ name: 'renamed', description: 'a name is no reason to connect anew' });
    await change({ active: false });
    await vi.waitFor(() => expect(peer.now()).toBe(0), waits);
    await becomes(made, 'disabled');
    expect(peer.seen()).toBe(before);
    await rig.server.call(resetConnectorState, { params: { id: made.id }, body: {} }, { as: made.user });
    await becomes(made, 'connected');
    await remove(made);
  });

  it('sends commands and downlinks while it runs', async () => {
    const made = await makeProbe();
    await becomes(made, 'connected');
    const command = (text: string) =>
      rig.server.call(commandConnector, { params: { id: made.id }, body: { command: text } }, { as: made.user });
    expect((await command('go')).body.data).toEqual({ result: { echo: 'go' } });
    expect(await command('fail')).toMatchObject({ status: 502, body: { code: 'BRIDGE_CONNECTION_FAILED' } });
    expect(await rig.server.connectors.sendDownlink(made.id, downlink)).toBe('confirmed');
    await vi.waitFor(() => expect(peer.lines).toContain('down d'), waits);
    await remove(made);
    await expect(rig.server.connectors.sendDownlink(made.id, downlink)).rejects.toMatchObject({
      reason: { code: 'BRIDGE_CONNECTION_LOST' },
    });
  });
});

describe('kinds', () => {
  it('that are broken affect no others, and are reported by their connectors', async () => {
    expect(rig.server.connectors.kinds.all().map(({ type }) => type)).toEqual(['probe']);
    const user = await rig.server.make.user({ permissions: ['all.manage'] });
    const { id } = await rig.server.make.connector({ account: user.account, type: 'broken' });
    const { body } = await rig.server.call(readConnector, { params: { id } }, { as: user });
    expect(body.data).toMatchObject({ isUnknown: true, type: 'broken', state: 'waiting' });
    const made = await makeProbe();
    await becomes(made, 'connected');
    await remove(made);
  });

  it('are empty without their folder', async () => {
    expect((await discoverKinds('/nowhere', log)).size).toBe(0);
  });
});

describe('the topic of a connector', () => {
  it('requires the permission to administer its account', async () => {
    const { id, account } = await rig.server.make.connector({ type: 'probe' });
    const [topic] = connectorTopics(rig.server.database.db);
    const mayListen = (scope: string, permission: Permission, params: Record<string, string>) => {
      const actor = { grants: [{ scope, permissions: [permission] }] } as unknown as Actor;
      return topic?.authorise(actor, params);
    };
    const about = { id: String(id) };
    expect(await mayListen(account.scopePath, 'all.manage', about)).toBe(true);
    expect(await mayListen(account.scopePath, 'VirtualDevice.read', about)).toBe(false);
    const other = await rig.server.make.account();
    expect(await mayListen(other.scopePath, 'all.manage', about)).toBe(false);
    expect(await mayListen(account.scopePath, 'all.manage', { id: 'x' })).toBe(false);
  });
});

describe('several processes on one database', () => {
  /** Simulates another process, with its own database connections and its own supervisor. */
  async function startOther() {
    const other = await createConnectors({
      database: rig.server.database,
      secrets: rig.secrets,
      egress: createEgress({ allow: ['127.0.0.0/8'], log }),
      sandbox: rig.server.sandbox,
      clock: systemClock,
      log,
      live: { publish() {} },
      accept: async () => ({ isFull: true }),
      intake: { refusal: () => undefined, isStopping: () => false },
      uses: { countDevices: async () => new Map(), countRules: async () => new Map() },
      packets: {
        listTraffic: async () => [],
        recordRefusals: async () => {},
        recordUnknown: async () => {},
        normaliseUnknown: async () => {},
        listUnknown: async () => [],
        removeUnknown: async () => {},
        replayUnknown: async () => 0,
      },
      identifiers: { normaliseIds: async () => {}, findDevices: async () => new Map() },
      metrics: { countStranger() {} },
      listen: { publicUrl: 'http://localhost', host: '127.0.0.1', ports: {}, tls: undefined },
      pluginsDir,
      pollMs: 50,
      retryDelaysMs: [20],
    });
    await other.start();
    onTestFinished(() => other.stop());
    return other;
  }
  const holders = async ({ id }: MadeConnector) =>
    (
      await rig.server.database.pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and classid = 7306040 and objid = $1 and granted
         and database = (select oid from pg_database where datname = current_database())`,
        [id],
      )
    ).rows.map(({ pid }) => pid);

  it('run a client in one process, and in another one when that one stops', async () => {
    const other = await startOther();
    const made = await makeProbe();
    await becomes(made, 'connected');
    await rig.server.connectors.stop();
    await vi.waitFor(() => expect(peer.seen()).toBe(2), waits);
    await rig.server.connectors.start();
    await vi.waitFor(() => expect(peer.now()).toBe(1), waits);
    await other.stop();
    await vi.waitFor(() => expect(peer.seen()).toBe(3), waits);
    expect(peer.most()).toBe(1);
    await remove(made);
  });

  it('send through a client that runs in any process', async () => {
    const made = await makeProbe();
    await becomes(made, 'connected');
    const other = await startOther();
    const send = () => other.sendDownlink(made.id, { ...downlink, deviceId: 'far' });
    expect(await send()).toBe('confirmed');
    await vi.waitFor(() => expect(peer.lines).toContain('down far'), waits);
    await remove(made);
    await expect(send()).rejects.toMatchObject({ reason: { code: 'BRIDGE_CONNECTION_LOST' } });
  });

  it('forward commands of any size, and how to retry failed ones', async () => {
    const made = await makeProbe();
    await becomes(made, 'connected');
    const other = await startOther();
    const large = { text: 'ä€😀'.repeat(20_000) };
    expect(await other.send(made.id, large)).toEqual({ echo: large });
    await expect(other.send(made.id, 'later')).rejects.toMatchObject({
      reason: { code: 'BRIDGE_HTTP_STATUS', params: { status: 429 } },
      retry: { isFinal: false, afterMs: 5_000 },
    });
    await remove(made);
  });

  it('stop a client when the connection that holds its lock is lost', async () => {
    await startOther();
    const made = await makeProbe();
    await becomes(made, 'connected');
    for (let round = 1; round <= 5; round += 1) {
      const before = peer.seen();
      const [pid] = await holders(made);
      await rig.server.database.pool.query('select pg_terminate_backend($1)', [pid]);
      await vi.waitFor(() => expect(peer.seen()).toBeGreaterThan(before), waits);
      await vi.waitFor(() => expect(peer.now()).toBe(1), waits);
      expect(await holders(made)).toHaveLength(1);
    }
    await remove(made);
  });
});
