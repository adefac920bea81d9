import { defineConformance } from '@stellwerk/plugin/connector-conformance';
import { openHttpServer } from '../../../apps/server/test/connectors/http-server.ts';

export const conformance = defineConformance({
  receiver: {
    options: (port) => ({ url: `http://127.0.0.1:${port}/base` }),
    command: (word) => ({ method: 'POST', path: `/in?w=${word}`, body: { word } }),
    nonsense: { path: '../up' },
    async open(port) {
      const server = await openHttpServer({ port });
      return {
        arrived: async (word) =>
          server.received.some(({ url, body }) => url === `/base/in?w=${word}` && body === JSON.stringify({ word })),
        close: server.close,
      };
    },
  },
});
