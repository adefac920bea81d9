import { defineConformance } from '@stellwerk/plugin/connector-conformance';
import { openMailServer } from '../../../apps/server/src/platform/mail/testing/mailbox.ts';

export const conformance = defineConformance({
  receiver: {
    options: (port) => ({ host: '127.0.0.1', port, security: 'none', sender: 'Stellwerk <noreply@example.com>' }),
    command: (word) => ({ to: ['erika@example.com'], subject: word, text: 'Hello' }),
    nonsense: { to: [], subject: 'x', text: '' },
    async open(port) {
      const server = await openMailServer({ port });
      return {
        arrived: async (word) => server.received.some(({ headers }) => headers.subject?.[0] === word),
        close: server.close,
      };
    },
  },
});
