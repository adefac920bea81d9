import { type NounFactories, type NounFactory, onlyId } from '../../../../test/noun-factory.ts';
import { federatedClients } from '../index.ts';

const makeClient =
  (kind: 'oidc' | 'oauth2'): NounFactory =>
  async (server, account) => {
    const shown = { displayName: 'test', logo: '', domain: '', active: true, createUsers: true };
    const client = { ...shown, accountId: account.id, kind, clientId: 'test', scope: '', settings: {} };
    const { db } = server.database;
    return onlyId(await db.insert(federatedClients).values(client).returning({ id: federatedClients.id }));
  };

export const nounFactories: NounFactories = {
  federatedClient: makeClient('oidc'),
  oidcClient: makeClient('oidc'),
  oauth2Client: makeClient('oauth2'),
  ownIdentity: makeClient('oidc'),
};
