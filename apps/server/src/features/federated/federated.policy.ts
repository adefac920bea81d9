import type { FederatedKind } from '@stellwerk/contract/federated';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { clientScopes } from './client.store.ts';
import { linkedClients } from './identity.store.ts';
import { codesOf } from './service-codes.ts';

/** Each family of calls knows its own kind alone. */
const guardOf = (noun: 'oidcClient' | 'oauth2Client', kind: FederatedKind): ScopedGuard => ({
  noun,
  notFound: codesOf[kind].notFound,
  seenWith: 'all.manage',
  scopesOf: (db, ids) => clientScopes(db, ids, kind),
});

const ownIdentityGuard: SeenGuard = {
  noun: 'ownIdentity',
  notFound: 'FEDERATED_IDENTITY_NOT_FOUND',
  seenBy: (db, actor, ids) => linkedClients(db, actor.userId, ids),
};

/** Stands in public addresses alone, where nobody is asked. */
const federatedClientGuard: ScopedGuard = {
  noun: 'federatedClient',
  notFound: codesOf.oidc.notFound,
  seenWith: 'all.manage',
  scopesOf: (db, ids) => clientScopes(db, ids),
};

export const federatedGuards = [
  guardOf('oidcClient', 'oidc'),
  guardOf('oauth2Client', 'oauth2'),
  federatedClientGuard,
  ownIdentityGuard,
];
