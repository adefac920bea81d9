import { anyOf } from '@stellwerk/contract/core/permission';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { accountScopes } from './account.store.ts';

export const accountGuard: ScopedGuard = {
  noun: 'account',
  notFound: 'ACCOUNT_NOT_FOUND',
  seenWith: anyOf('UserManagement.read', 'UserManagement.create'),
  scopesOf: accountScopes,
};
