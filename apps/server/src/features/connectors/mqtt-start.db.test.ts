import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeConnector, makeConnector, type Rig, startRig } from '../../../test/connectors/rig.ts';

let rig: Rig;
let made: MadeConnector[];
beforeAll(async () => {
  rig = await startRig();
  const user = await rig.server.make.user({ permissions: ['all.manage'] });
  made = await Promise.all(Array.from({ length: 30 }, () => makeConnector(rig.server, { type: 'mqtt-broker' }, user)));
});
afterAll(() => rig.close());

/** Result of a connection attempt: `connected`, the return code of CONNACK, or the error code of the socket. */
async function connect({ id, generated }: MadeConnector): Promise<string | number> {
  const options = { reconnectPeriod: 0, username: String(id), password: generated.password ?? '' };
  try {
    await (await mqtt.connectAsync(`mqtt://127.0.0.1:${rig.mqttPort}`, options, false)).endAsync(true);
    return 'connected';
  } catch (error) {
    return (error as { code?: string | number }).code ?? String(error);
  }
}

it('the broker listens only after loading its connectors, so that no client is refused as unknown', async () => {
  await rig.server.connectors.stop();
  const outcomes = new Set<string | number>();
  let isStarted = false;
  const callers = made.slice(-4).map(async (each) => {
    while (!isStarted) outcomes.add(await connect(each));
  });
  await rig.server.connectors.start();
  isStarted = true;
  await Promise.all(callers);
  expect([...outcomes].filter((outcome) => outcome !== 'connected' && outcome !== 'ECONNREFUSED')).toEqual([]);
  expect(await Promise.all(made.map(connect))).toEqual(made.map(() => 'connected'));
});
