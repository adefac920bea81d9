import { createConnector, readConnector, updateConnector } from '@stellwerk/contract/connector';
import type { TestUser } from '../factories.ts';
import { freePort } from '../mosquitto.ts';
import type { TestServer } from '../server.ts';

const english = { 'accept-language': 'en' };

/** Options of a client whose broker is unreachable. */
export const nobodyThere = async () => ({ url: `mqtt://127.0.0.1:${await freePort()}`, topics: ['a/#'] });

/** Calls that many tests of connectors use, with responses in English. */
export const connectorCalls = (server: () => TestServer) => ({
  admin: () => server().make.user({ permissions: ['all.manage'] }),

  create: (user: TestUser, fields: Record<string, unknown>) =>
    server().call(
      createConnector,
      { body: { tenantId: user.account.id, name: 'A connector', type: 'webhook-incoming', ...fields } },
      { as: user, headers: english },
    ),

  read: (user: TestUser, id: number) => server().call(readConnector, { params: { id } }, { as: user }),

  update: (user: TestUser, id: number, body: Record<string, unknown>) =>
    server().call(updateConnector, { params: { id }, body }, { as: user, headers: english }),
});
