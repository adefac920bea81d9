import { defineConformance } from '@stellwerk/plugin/connector-conformance';
import { startMosquitto, subscribe } from '../../../apps/server/test/mosquitto.ts';

export const conformance = defineConformance({
  receiver: {
    options: (port) => ({ url: `mqtt://127.0.0.1:${port}` }),
    // Retained, so that later subscribers get it, too.
    command: (word) => ({ topic: `words/${word}`, payload: { word }, retain: true }),
    nonsense: { topic: 'words/#' },
    async open(port) {
      const broker = await startMosquitto({ port });
      return {
        async arrived(word) {
          const listener = subscribe({ port, topic: `words/${word}`, count: 1, more: ['-W', '5'] });
          const { output } = await listener.ended;
          return output.includes(JSON.stringify({ word }));
        },
        close: broker.stop,
      };
    },
  },
});
