import { listTraffic } from '@stellwerk/contract/connector';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { identifiersBy, type Rig, startRig, stateOf, storedBy } from '../../../test/connectors/rig.ts';
import { type Sender, senders } from '../../../test/connectors/senders.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const message = (id: string, payload: unknown = { n: 1 }) => JSON.stringify({ id, payload });
const waits = { timeout: 20_000, interval: 20 };

it('covers every kind that brings messages', () => {
  const incoming = rig.server.connectors.kinds.all().filter(({ direction }) => direction !== 'outgoing');
  expect(Object.keys(senders).sort()).toEqual(incoming.map(({ type }) => type).sort());
});

describe.each(Object.entries(senders))('%s', (_type, makeSender) => {
  let sender: Sender;
  let id: number;
  beforeAll(async () => {
    sender = await makeSender(rig);
    id = sender.connector.id;
  });
  afterAll(() => sender.close());

  const arrived = (...identifiers: string[]) =>
    vi.waitFor(
      async () => expect(await identifiersBy(rig.server, id)).toEqual(expect.arrayContaining(identifiers)),
      waits,
    );
  const timesOf = async (identifier: string) =>
    (await identifiersBy(rig.server, id)).filter((each) => each === identifier).length;
  const refusals = async () => {
    await rig.server.connectors.flush();
    const query = { outcome: 'rejected' as const };
    const { body } = await rig.server.call(listTraffic, { params: { id }, query }, { as: sender.connector.user });
    return body.data;
  };

  it('stores a single message', async () => {
    expect(await sender.send(message('single', { t: 21.5 }))).toBe(true);
    await arrived('single');
    expect(await storedBy(rig.server, id)).toContainEqual({ identifier: 'single', payload: { t: 21.5 } });
  });

  it('stores each message of a list', async () => {
    const list = ['l1', 'l2', 'l3'].map((name) => ({ identifier: name, packet: '0102', time: '2026-01-01T00:00:00Z' }));
    expect(await sender.send(JSON.stringify(list))).toBe(true);
    await arrived('l1', 'l2', 'l3');
  });

  it('takes the good ones of a list and tells why it refuses the others', async () => {
    const list = [{ id: 'good', payload: 1 }, { id: 'no-payload' }, 'text', { id: '', payload: 1 }];
    expect(await sender.send(JSON.stringify(list))).toBe(true);
    await arrived('good');
    await vi.waitFor(async () => {
      const codes = (await refusals()).map(({ reason }) => reason?.code);
      expect(codes).toEqual(
        expect.arrayContaining(['PACKET_PAYLOAD_MISSING', 'PACKET_NOT_AN_OBJECT', 'PACKET_IDENTIFIER_MISSING']),
      );
    }, waits);
  });

  it('goes on after nonsense', async () => {
    const nonsense: (string | Buffer)[] = [
      '{"id":',
      Buffer.from([0xff, 0xfe, 0x00, 0x81]),
      'plain text',
      '"\\ud800"',
      '[]',
    ];
    for (const each of nonsense.slice(0, 3)) {
      expect(await sender.send(each)).toBe(sender.whenMalformed === 'acknowledged');
    }
    for (const each of nonsense.slice(3)) expect(await sender.send(each)).toBe(true);
    expect(await sender.send(message('after-nonsense'))).toBe(true);
    await arrived('after-nonsense');
  });

  it('acknowledges nothing while there is no room, and loses nothing', async () => {
    rig.setFull(true);
    const sending = sender.send(message('waits'));
    if (sender.whenFull === 'refused') expect(await sending).toBe(false);
    expect(await timesOf('waits')).toBe(0);
    rig.setFull(false);
    if (sender.whenFull === 'refused') expect(await sender.send(message('waits'))).toBe(true);
    else expect(await sending).toBe(true);
    await arrived('waits');
    expect(await timesOf('waits')).toBe(1);
  });

  it('takes what comes by its other ways', async () => {
    expect(await sender.sendElsewhere(message('elsewhere'))).toBe(true);
    await arrived('elsewhere');
  });

  it('takes nothing from those who have no right', async () => {
    expect(await sender.sendWithoutRight(message('stranger'))).toBe(false);
    expect(await sender.send(message('after-stranger'))).toBe(true);
    await arrived('after-stranger');
    expect(await timesOf('stranger')).toBe(0);
  });

  it('works again after a restart', async () => {
    await rig.server.connectors.stop();
    await rig.server.connectors.stop();
    await rig.server.connectors.start();
    await vi.waitFor(
      async () => expect(await stateOf(rig.server, sender.connector)).toEqual({ state: 'connected', code: null }),
      waits,
    );
    expect(await sender.send(message('restarted'))).toBe(true);
    await arrived('restarted');
  });
});
