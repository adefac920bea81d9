import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { keyOwners } from './api-key.store.ts';
import { scopedApiKeys } from './api-key.view.ts';

/** Users see their own keys; keys of others require the permission to manage their owner. */
export const apiKeyGuard: ScopedGuard = {
  noun: 'apiKey',
  notFound: 'API_KEY_NOT_FOUND',
  seenWith: 'UserManagement.manage',
  scopesOf: scopesOf(scopedApiKeys),
  ownersOf: keyOwners,
};
