import { anyOf } from '@stellwerk/contract/core/permission';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
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
};

/**
 * Who changes a user, acts as them or hands out their keys could do whatever they may: so the actor must hold
 * everything that they hold.
 */
export async function checkGovernable(db: Db, actor: Actor, userId: number): Promise<void> {
  // A narrowed key may do less than its own user, so it is measured like everybody else.
  if (userId === actor.userId && actor.apiKeyId === null) return;
  if (!coversGrants(actor.grants, await grantsOf(db, userId))) fail('USER_EXCEEDS_OWN_PERMISSIONS');
}
