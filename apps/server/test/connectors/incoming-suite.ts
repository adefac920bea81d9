import { listTraffic } from '@stellwerk/contract/connector';
import type { ConnectorConformance, TestSender } from '@stellwerk/plugin/connector-conformance';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { conformanceRig, isConnected, waits } from './conformance.ts';
import { identifiersBy, type MadeConnector, type Rig, storedBy } from './rig.ts';

const message = (id: string, payload: unknown = { n: 1 }) => JSON.stringify({ id, payload });

/** Test cases for every kind that receives messages, with the real peer of the kind. */
export const describeIncoming = (
  type: string,
  makeSender: NonNullable<ConnectorConformance['sender']>,
  startedRig: () => Rig,
) =>
  describe(type, () => {
    const made = new Map<number, MadeConnector>();
    let rig: Rig;
    let sender: TestSender;
    let connector: MadeConnector;
    let id: number;
    beforeAll(async () => {
      rig = startedRig();
      sender = await makeSender(conformanceRig(rig, type, made));
      id = sender.connector.id;
      const found = made.get(id);
      if (!found) throw new Error('the sender uses a connector that the rig has not made');
      connector = found;
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
      const { body } = await rig.server.call(listTraffic, { params: { id }, query }, { as: connector.user });
      return body.data;
    };

    it('stores a single message', async () => {
      expect(await sender.send(message('single', { t: 21.5 }))).toBe(true);
      await arrived('single');
      expect(await storedBy(rig.server, id)).toContainEqual({ identifier: 'single', payload: { t: 21.5 } });
    });

    it('stores each message of a list', async () => {
      const list = ['l1', 'l2', 'l3'].map((name) => ({
        identifier: name,
        packet: '0102',
        time: '2026-01-01T00:00:00Z',
      }));
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
      await isConnected(rig, connector);
      expect(await sender.send(message('restarted'))).toBe(true);
      await arrived('restarted');
    });
  });
