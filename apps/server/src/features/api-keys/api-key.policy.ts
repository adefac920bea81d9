import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { keyOwners, keyScopes } from './api-key.store.ts';

/** Everybody finds their own keys; those of others need the right to manage their owner. */
export const apiKeyGuard: ScopedGuard = {
  noun: 'apiKey',
  notFound: 'API_KEY_NOT_FOUND',
  seenWith: 'UserManagement.manage',
  scopesOf: keyScopes,
  ownersOf: keyOwners,
};
