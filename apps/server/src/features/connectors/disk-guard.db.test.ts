import mqtt from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { identifiersBy, makeConnector, type Rig, startRig, stateOf } from '../../../test/connectors/rig.ts';
import { publish, startMosquitto } from '../../../test/mosquitto.ts';

let rig: Rig;
let hasRoom = true;
let asked = 0;
beforeAll(async () => {
  const disk = {
    hasRoom() {
      asked += 1;
      return hasRoom;
    },
    freeRatio: () => (hasRoom ? 0.5 : 0.01),
    refresh: async () => {},
    stop() {},
  };
  rig = await startRig({ disk });
});
afterAll(() => rig.close());
beforeEach(() => {
  hasRoom = true;
  asked = 0;
});

const waits = { timeout: 15_000, interval: 20 };
const message = (id: string) => JSON.stringify({ id, payload: 1 });
const stored = (id: number) => identifiersBy(rig.server, id);
/** Resolves once messages have been offered several times and refused each time. */
const refusedOften = () => vi.waitFor(() => expect(asked).toBeGreaterThan(3), waits);

describe('while the disk is nearly full', () => {
  it('the broker acknowledges nothing, and accepts waiting messages once there is space', async () => {
    const made = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const client = await mqtt.connectAsync({
      port: rig.mqttPort,
      host: '127.0.0.1',
      protocol: 'mqtt',
      username: String(made.id),
      password: made.generated.password ?? '',
    });
    onTestFinished(() => client.endAsync(true));
    hasRoom = false;
    let acknowledged = 0;
    const publishing = [0, 1, 2].map(async (index) => {
      await client.publishAsync(`in/${made.id}`, message(`d${index}`), { qos: 1 });
      acknowledged += 1;
    });
    await refusedOften();
    expect([acknowledged, await stored(made.id)]).toEqual([0, []]);
    hasRoom = true;
    await Promise.all(publishing);
    expect([acknowledged, await stored(made.id)]).toEqual([3, ['d0', 'd1', 'd2']]);
  });

  it('a client of another broker leaves messages there, and receives them once there is space', async () => {
    const { port, stop } = await startMosquitto({});
    onTestFinished(() => stop());
    const options = { url: `mqtt://127.0.0.1:${port}`, topics: ['up/#'] };
    const made = await makeConnector(rig.server, { type: 'mqtt-incoming', options });
    await vi.waitFor(async () => expect((await stateOf(rig.server, made)).state).toBe('connected'), waits);
    await publish({ port, topic: 'up/x', message: message('before') });
    await vi.waitFor(async () => expect(await stored(made.id)).toEqual(['before']), waits);
    hasRoom = false;
    asked = 0;
    await publish({ port, topic: 'up/x', message: message('during') });
    await refusedOften();
    expect(await stored(made.id)).toEqual(['before']);
    hasRoom = true;
    await vi.waitFor(async () => expect(await stored(made.id)).toEqual(['before', 'during']), waits);
  });
});
