import { defineConformance } from '@stellwerk/plugin/connector-conformance';
import { publish } from '../../../apps/server/test/mosquitto.ts';

export const conformance = defineConformance({
  async sender(rig) {
    const connector = await rig.makeConnector();
    const port = Number(new URL(connector.endpoint('url')).port);
    const topic = connector.endpoint('publishTopic');
    const user = { username: String(connector.id), password: connector.generated.password ?? '' };
    const via =
      (to: string, as = user) =>
      async (message: string | Buffer) =>
        (await publish({ port, topic: to, message, ...as })).code === 0;
    return {
      connector,
      send: via(topic),
      sendElsewhere: via(`${topic}/building/7`),
      sendWithoutRight: via(topic, { ...user, password: `${user.password}x` }),
      whenFull: 'withheld',
      whenMalformed: 'acknowledged',
      close: async () => {},
    };
  },
});
