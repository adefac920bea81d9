import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openHttpServer } from '../../../../test/connectors/http-server.ts';
import { makeConnector, stateOf } from '../../../../test/connectors/rig.ts';
import { startMosquitto, subscribe } from '../../../../test/mosquitto.ts';
import { connectors } from '../../connectors/index.ts';
import { twins } from '../../twins/index.ts';
import { ruleCommands } from '../execution.table.ts';
import { rules } from '../rule.table.ts';
import { type CommandRig, startCommandRig, waits } from './testing/commands.fixture.ts';

let rig: CommandRig;
beforeAll(async () => {
  rig = await startCommandRig();
});
afterAll(() => rig.close());

async function startHttp() {
  const peer = await openHttpServer();
  onTestFinished(peer.close);
  return peer;
}

const metrics = [{ alias: 'temperature', value: 81.5, at: null, count: 1 }];

describe('a webhook', () => {
  const setUp = async (timeoutMs = 20_000) => {
    await rig.startOutbox();
    const peer = await startHttp();
    const { user, twin } = await rig.manager();
    const connectorId = await rig.connect(user, 'webhook-outgoing', {
      url: `http://127.0.0.1:${peer.port}/in`,
      timeoutMs,
    });
    const call = (options: Record<string, unknown>) => ({ type: 'webhook', connectorId, options: options as never });
    return { peer, user, twin, connectorId, call };
  };

  it('stays valid JSON whatever the values are, and is recorded without its query', async () => {
    const { peer, twin, call } = await setUp();
    const body = '{"title":"{{twin.title}}","t":{{temperature}},"none":{{unknown}}}';
    const fired = await rig.fire({ twin, metrics }, [call({ path: '/a/{{twin.title}}?k={{account.name}}', body })]);
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([
      { state: 'sent', target: 'POST /a/Kessel%20%22S%C3%BCd%22%20%3C7%3E', attempts: 1 },
    ]);
    expect(peer.received).toMatchObject([
      { method: 'POST', url: '/in/a/Kessel%20%22S%C3%BCd%22%20%3C7%3E?k=Stadtwerke' },
    ]);
    expect(JSON.parse(peer.received[0]?.body ?? '')).toEqual({ title: 'Kessel "Süd" <7>', t: 81.5, none: null });
  });

  it('is tried again after some answers, and not after others', async () => {
    const { peer, twin, call } = await setUp();
    const seen = new Map<string, number>();
    peer.setAnswer(({ url }) => {
      const count = (seen.get(url) ?? 0) + 1;
      seen.set(url, count);
      const status = Number(url.split('/').at(-1));
      if (count > 1 && status >= 408) return { status: 200 };
      return { status, headers: { location: 'http://127.0.0.1/' } };
    });
    const statuses = [302, 404, 408, 500];
    const fired = await rig.fire(
      { twin },
      statuses.map((status) => call({ path: String(status) })),
    );
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([
      { state: 'failed', code: 'BRIDGE_HTTP_STATUS', params: { status: 302 }, attempts: 1 },
      { state: 'failed', code: 'BRIDGE_HTTP_STATUS', params: { status: 404 }, attempts: 1 },
      { state: 'sent', attempts: 2 },
      { state: 'sent', attempts: 2 },
    ]);
    expect([...seen]).toEqual(statuses.map((status) => [`/in/${status}`, status < 408 ? 1 : 2]));
  });

  it('does not wait for ever, and comes again', async () => {
    const { peer, twin, call } = await setUp(300);
    peer.setAnswer(() => ({ status: 200, hangs: peer.received.length < 4 }));
    const fired = await rig.fire({ twin }, [call({})]);
    await vi.waitFor(async () => expect(await rig.rows(fired)).toMatchObject([{ code: 'EGRESS_TIMEOUT' }]), waits);
    await rig.settled(fired);
    const [row] = await rig.rows(fired);
    expect([row?.state, row?.code, (row?.attempts ?? 0) > 1]).toEqual(['sent', null, true]);
  });

  it('comes again when it was told to', async () => {
    const { peer, twin, connectorId, call } = await setUp();
    peer.setAnswer(() => ({ status: 429, headers: { 'retry-after': '600' } }));
    const fired = await rig.fire({ twin }, [call({}), call({})]);
    await vi.waitFor(async () => {
      const entries = await rig.waiting(`connector/${connectorId}`);
      const [first] = entries.filter(({ attempts }) => attempts > 0);
      expect((first?.nextAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(300_000);
    }, waits);
    expect(await rig.rows(fired)).toMatchObject([
      { state: 'queued', code: 'BRIDGE_HTTP_STATUS', params: { status: 429 } },
      { state: 'queued', attempts: 0 },
    ]);
    expect(peer.received).toHaveLength(1);
  });

  it('is not made to addresses that nobody has allowed', async () => {
    const { twin, call, connectorId } = await setUp();
    await rig.db
      .update(connectors)
      .set({ options: { url: 'http://10.1.2.3/' }, revision: 99 })
      .where(eq(connectors.id, connectorId));
    await rig.server.connectors.stop();
    await rig.server.connectors.start();
    const fired = await rig.fire({ twin }, [call({})]);
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([
      { state: 'failed', code: 'EGRESS_DENIED', params: { target: '10.1.2.3:80' } },
    ]);
  });

  it('reaches each target once when two processes deliver', async () => {
    const { peer, twin, call } = await setUp();
    await rig.startOutbox();
    const fired = await Promise.all(
      Array.from({ length: 20 }, (_, rule) =>
        rig.fire({ twin }, [call({ path: `${rule}/1` }), call({ path: `${rule}/2` })]),
      ),
    );
    await rig.settled(...fired);
    expect(peer.received).toHaveLength(40);
    expect(
      (await Promise.all(fired.map(rig.rows)))
        .flat()
        .every(({ attempts, state }) => attempts === 1 && state === 'sent'),
    ).toBe(true);
    for (const rule of fired.keys()) {
      const own = peer.received.map(({ url }) => url).filter((url) => url.startsWith(`/in/${rule}/`));
      expect(own).toEqual([`/in/${rule}/1`, `/in/${rule}/2`]);
    }
  });
});

describe('MQTT', () => {
  it('publishes through a broker', async () => {
    const broker = await startMosquitto();
    onTestFinished(broker.stop);
    await rig.startOutbox();
    const { user, twin } = await rig.manager();
    const connectorId = await rig.connect(user, 'mqtt-outgoing', {
      url: `mqtt://127.0.0.1:${broker.port}`,
      protocolVersion: '5',
    });
    const listener = subscribe({ port: broker.port, topic: 'site/#', count: 1 });
    await listener.ready;
    const options = {
      topic: 'site/{{twin.title}}/up',
      payload: '{"t":{{temperature}},"room":"{{twin.keyValue.room}}"}',
    };
    const fired = await rig.fire({ twin, metrics }, [{ type: 'mqtt', connectorId, options }]);
    expect((await listener.ended).output).toContain('site/Kessel "Süd" <7>/up {"t":81.5,"room":"7"}');
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([{ state: 'sent', target: 'site/Kessel "Süd" <7>/up' }]);
  });

  it('reaches the listeners of the embedded broker, and says when there are none', async () => {
    await rig.startOutbox();
    const { user, twin } = await rig.manager();
    const { id: connectorId, generated } = await makeConnector(rig.server, { type: 'mqtt-broker' }, user);
    await vi.waitFor(async () => {
      const { state } = await stateOf(rig.server, { id: connectorId, generated, user });
      expect(state).toBe('connected');
    }, waits);
    const command = { type: 'mqtt', connectorId, options: { topic: 'alarm', payload: '{{temperature}}' } };
    const lonely = await rig.fire({ twin, metrics }, [command]);
    await rig.settled(lonely);
    expect(await rig.rows(lonely)).toMatchObject([{ state: 'failed', code: 'BRIDGE_NO_LISTENER' }]);
    const access = { username: String(connectorId), password: generated.password ?? '' };
    const listener = subscribe({ port: rig.mqttPort, topic: `out/${connectorId}/#`, count: 1, ...access });
    await listener.ready;
    const heard = await rig.fire({ twin, metrics }, [command]);
    expect((await listener.ended).output).toContain(`out/${connectorId}/alarm 81.5`);
    await rig.settled(heard);
    expect(await rig.rows(heard)).toMatchObject([{ state: 'sent' }]);
  });
});

describe('what is gone', () => {
  it('does nothing again that was done when the process died over it', async () => {
    const { user, twin } = await rig.manager();
    const peer = await startHttp();
    const connectorId = await rig.connect(user, 'webhook-outgoing', { url: `http://127.0.0.1:${peer.port}` });
    const done = await rig.fire({ twin }, [{ type: 'webhook', connectorId, options: { path: 'done' } }]);
    await rig.db.update(ruleCommands).set({ state: 'sent' }).where(eq(ruleCommands.executionId, done.executionId));
    const open = await rig.fire({ twin }, [{ type: 'webhook', connectorId, options: { path: 'open' } }]);
    await rig.startOutbox();
    await rig.settled(open);
    await vi.waitFor(async () => expect(await rig.waiting(`connector/${connectorId}`)).toEqual([]), waits);
    expect(peer.received.map(({ url }) => url)).toEqual(['/open']);
  });

  it('delivers nothing for rules that were deleted', async () => {
    const { user, twin } = await rig.manager();
    const peer = await startHttp();
    const connectorId = await rig.connect(user, 'webhook-outgoing', { url: `http://127.0.0.1:${peer.port}` });
    const { ruleId } = await rig.fire({ twin }, [{ type: 'webhook', connectorId }]);
    const stays = await rig.fire({ twin }, [{ type: 'webhook', connectorId, options: { path: 'stays' } }]);
    await rig.db.delete(rules).where(eq(rules.id, ruleId));
    await rig.startOutbox();
    await rig.settled(stays);
    await vi.waitFor(async () => expect(await rig.waiting(`connector/${connectorId}`)).toEqual([]), waits);
    expect(peer.received.map(({ url }) => url)).toEqual(['/stays']);
  });

  it('uses no connector that its account may not use any more, and none that is deleted', async () => {
    const { user, twin } = await rig.manager();
    const peer = await startHttp();
    const connectorId = await rig.connect(user, 'webhook-outgoing', { url: `http://127.0.0.1:${peer.port}` });
    const fired = await rig.fire({ twin }, [
      { type: 'webhook', connectorId },
      { type: 'webhook', connectorId: 999_999_999 },
      { type: 'nonsense' },
      { type: 'setState', options: {} },
    ]);
    const elsewhere = await rig.server.make.account();
    await rig.db
      .update(twins)
      .set({ accountId: elsewhere.id, scopeId: elsewhere.scopeId })
      .where(eq(twins.id, twin.id));
    await rig.startOutbox();
    await rig.settled(fired);
    expect((await rig.rows(fired)).map(({ state, code }) => [state, code])).toEqual([
      ['failed', 'BRIDGE_NOT_FOUND'],
      ['failed', 'BRIDGE_NOT_FOUND'],
      ['failed', 'RULE_COMMAND_UNKNOWN'],
      ['failed', 'RULE_COMMAND_UNKNOWN'],
    ]);
    expect(peer.received).toEqual([]);
  });
});
