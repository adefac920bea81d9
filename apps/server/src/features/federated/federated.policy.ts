import type { FederatedKind } from '@stellwerk/contract/federated';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { clientScopes } from './client.store.ts';
import { codesOf } from './error-codes.ts';
import { linkedClients } from './identity.store.ts';

/** The routes of each kind see only clients of that kind. */
const guardOf = (noun: 'oidcClient' | 'oauth2Client', kind: FederatedKind): ScopedGuard => ({
  noun,
  notFound: codesOf[kind].notFound,
  seenWith: 'all.manage',
  scopesOf: clientScopes(kind),
});

const ownIdentityGuard: SeenGuard = {
  noun: 'ownIdentity',
  notFound: 'FEDERATED_IDENTITY_NOT_FOUND',
  seenBy: (db, actor, ids) => linkedClients(db, actor.userId, ids),
};

/** Occurs only in public addresses, which require no permission. */
const federatedClientGuard: ScopedGuard = {
  noun: 'federatedClient',
  notFound: codesOf.oidc.notFound,
  seenWith: 'all.manage',
  scopesOf: clientScopes(),
};

export const federatedGuards = [
  guardOf('oidcClient', 'oidc'),
  guardOf('oauth2Client', 'oauth2'),
  federatedClientGuard,
  ownIdentityGuard,
];
