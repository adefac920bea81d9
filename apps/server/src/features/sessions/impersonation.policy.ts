import { satisfies } from '@stellwerk/contract/core/permission';
import { impersonate } from '@stellwerk/contract/session';
import type { Db } from '../../platform/db/db.ts';
import { coversGrants } from '../../platform/policy/delegation.ts';
import { decide, type Grant } from '../../platform/policy/policy.ts';
import { grantsOf, userScopes } from '../users/index.ts';

/** Checks impersonation again, because permissions of both users can change during the session (ADR 6, rule 2). */
export async function mayStillImpersonate(
  db: Db,
  impersonatorId: number,
  user: { id: number; grants: readonly Grant[] },
): Promise<boolean> {
  const [held, paths] = await Promise.all([grantsOf(db, impersonatorId), userScopes(db, [user.id])]);
  const path = paths.get(user.id);
  if (path === undefined) return false;
  const isPermitted = satisfies(impersonate.permission, (wanted) => decide(held, wanted, path).allowed);
  return isPermitted && coversGrants(held, user.grants);
}
