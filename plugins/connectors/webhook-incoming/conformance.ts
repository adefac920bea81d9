import { defineConformance } from '@stellwerk/plugin/connector-conformance';
import { curl } from '../../../apps/server/test/connectors/peers.ts';

export const conformance = defineConformance({
  async sender(rig) {
    const connector = await rig.makeConnector();
    const url = `${await rig.httpUrl()}/api/v1/webhook/${connector.id}`;
    const key = connector.generated.key ?? '';
    const post = async (message: string | Buffer, more: string[]) => (await curl(url, message, more)).status === 202;
    return {
      connector,
      send: (message) => post(message, ['-H', `x-api-key: ${key}`]),
      sendElsewhere: (message) => post(message, ['-u', `anybody:${key}`]),
      sendWithoutRight: (message) => post(message, ['-H', `x-api-key: ${key}x`]),
      whenFull: 'refused',
      whenMalformed: 'refused',
      close: async () => {},
    };
  },
});
