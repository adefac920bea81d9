import { defineConformance } from '@stellwerk/plugin/connector-conformance';
import { publish, startMosquitto } from '../../../apps/server/test/mosquitto.ts';

const user = { username: 'platform', password: 'correct' };

export const conformance = defineConformance({
  async sender(rig) {
    const broker = await startMosquitto({ users: { [user.username]: user.password } });
    const connector = await rig.makeConnector({
      options: {
        url: `mqtt://127.0.0.1:${broker.port}`,
        topics: ['site/+/up', 'all/#'],
        username: user.username,
      },
      secrets: { password: user.password },
    });
    const via = (topic: string) => async (message: string | Buffer) =>
      (await publish({ port: broker.port, topic, message, ...user })).code === 0;
    return {
      connector,
      send: via('site/one/up'),
      sendElsewhere: via('all/that/lies/deeper'),
      // The broker accepts it, but the connector does not subscribe to this topic.
      async sendWithoutRight(message) {
        await via('site/one/down')(message);
        return false;
      },
      // The broker between acknowledges and stores the message.
      whenFull: 'withheld',
      whenMalformed: 'acknowledged',
      close: () => broker.stop(),
    };
  },
});
