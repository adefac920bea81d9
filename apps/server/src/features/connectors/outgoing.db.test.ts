import { commandConnector, createConnector, validateConnector } from '@stellwerk/contract/connector';
import type { TestReceiver } from '@stellwerk/plugin/connector-conformance';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as conformance from '../../../test/connectors/conformance.ts';
import { type MadeConnector, makeConnector, type Rig, startRig } from '../../../test/connectors/rig.ts';
import { freePort } from '../../../test/mosquitto.ts';
import { connectorPluginsDir } from '../../platform/listeners/declared.ts';

const receivers = [...(await conformance.readConformance(connectorPluginsDir))].flatMap(([type, { receiver }]) =>
  receiver ? [[type, receiver] as const] : [],
);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const english = { 'accept-language': 'en' };
const waits = { timeout: 15_000, interval: 50 };

it('covers every kind that only sends', () => {
  const outgoing = rig.server.connectors.kinds.all().filter(({ direction }) => direction === 'outgoing');
  expect(outgoing.length).toBeGreaterThan(2);
  const covered = receivers.map(([type]) => type);
  expect(outgoing.map(({ type }) => type).filter((type) => !covered.includes(type))).toEqual([]);
  expect(outgoing.every(({ capabilities }) => capabilities.deliveries)).toBe(true);
});

describe.each(receivers)('%s', (type, receiver) => {
  let port = 0;
  let peer: Awaited<ReturnType<TestReceiver['open']>>;
  let connector: MadeConnector;
  beforeAll(async () => {
    port = await freePort();
    peer = await receiver.open(port);
    connector = await makeConnector(rig.server, { type, options: receiver.options(port) });
    await isConnected();
  });
  afterAll(() => peer.close());

  const isConnected = () => conformance.isConnected(rig, connector);
  const send = (command: unknown) =>
    rig.server.call(
      commandConnector,
      { params: { id: connector.id }, body: { command: command as never } },
      { as: connector.user, headers: english },
    );
  const arrives = (word: string) => vi.waitFor(async () => expect(await peer.arrived(word)).toBe(true), waits);

  it('delivers', async () => {
    const { status, body } = await send(receiver.command('first'));
    expect([status, body.code]).toEqual([200, undefined]);
    await arrives('first');
  });

  it('reports commands that it can’t read', async () => {
    for (const command of [receiver.nonsense, 'text', null, 7, []]) {
      const { status, body } = await send(command);
      expect([status, body.code]).toEqual([502, 'BRIDGE_CONNECTION_FAILED']);
      expect(body.message).toContain('can’t make sense of this command');
    }
    expect((await send(receiver.command('after-nonsense'))).status).toBe(200);
  });

  it('is tested before it is saved, and names the setting that forbids an address', async () => {
    const validate = (options: Record<string, unknown>) =>
      rig.server.call(
        validateConnector,
        { body: { type, options: options as never, secrets: {} } },
        { as: connector.user, headers: english },
      );
    expect((await validate(receiver.options(port))).body.data).toEqual({ isValid: true, problem: null });
    const absent = await validate(receiver.options(await freePort()));
    expect(absent.body.data.problem?.code).toBe('EGRESS_FAILED');
    const private_ = JSON.parse(JSON.stringify(receiver.options(port)).replaceAll('127.0.0.1', '10.1.2.3'));
    expect((await validate(private_)).body.data.problem?.message).toContain('EGRESS_ALLOW');
    const body = { name: 'private', tenantId: connector.user.account.id, type, options: private_ };
    const created = await rig.server.call(createConnector, { body }, { as: connector.user, headers: english });
    expect([created.status, created.body.message]).toEqual([502, expect.stringContaining('EGRESS_ALLOW')]);
  });

  it('reports an unreachable peer, and delivers again when it is back', async () => {
    await peer.close();
    const { status, body } = await send(receiver.command('lost'));
    expect([status, body.code]).toEqual([502, 'BRIDGE_CONNECTION_FAILED']);
    peer = await receiver.open(port);
    await vi.waitFor(async () => expect((await send(receiver.command('back'))).status).toBe(200), waits);
    await arrives('back');
    await isConnected();
  });

  it('works again after a restart', async () => {
    await rig.server.connectors.stop();
    await rig.server.connectors.stop();
    await rig.server.connectors.start();
    await isConnected();
    expect((await send(receiver.command('restarted'))).status).toBe(200);
    await arrives('restarted');
  });
});
