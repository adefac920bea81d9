import { anyOf } from '@stellwerk/contract/core/permission';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { OwnedGuard, ScopedGuard } from '../../platform/http/nouns.ts';
import { coversGrants } from '../../platform/policy/delegation.ts';
import { grantsOf } from './grants.store.ts';
import { userScopes } from './user.store.ts';

/** A user lies in the scope of their account; everybody may look at themselves. */
export const userGuard: ScopedGuard = {
  noun: 'user',
  notFound: 'USER_NOT_FOUND',
  seenWith: anyOf('UserManagement.read', 'UserManagement.create'),
  scopesOf: userScopes,
  ownersOf: async (_db, ids) => new Map(ids.map((id) => [id, id])),
  keysOf: 'all',
};

/** For parameters that can only name the caller. */
export const callerGuard: OwnedGuard = {
  noun: 'caller',
  notFound: 'USER_NOT_FOUND',
  ownersOf: async (_db, ids) => new Map(ids.map((id) => [id, id])),
};

/** Changing or impersonating a user or managing their keys gives their permissions, so the actor needs all of them. */
export async function checkGovernable(db: Db, actor: Actor, userId: number): Promise<void> {
  // An API key can have fewer permissions than its user, so it is checked, too.
  if (userId === actor.userId && actor.apiKeyId === null) return;
  if (!coversGrants(actor.grants, await grantsOf(db, userId))) fail('USER_EXCEEDS_OWN_PERMISSIONS');
}
