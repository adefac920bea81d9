import type { AccessEntry, updateAccess } from '@stellwerk/contract/access';
import { systemKey } from '@stellwerk/contract/core/permission-relation';
import type { RouteInput } from '@stellwerk/contract/core/route';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import { holdsSomewhere } from '../../platform/policy/policy.ts';
import { keepsSystemAdministrator } from '../../platform/tenancy/administrator.store.ts';
import { checkAssignment } from '../../platform/tenancy/assignment.ts';
import { accessOf, checkGovernable, grantsOf } from '../users/index.ts';
import * as store from './access.store.ts';

type Body = RouteInput<typeof updateAccess>['body'];

const hasRepeats = (ids: readonly number[]) => new Set(ids).size < ids.length;

/** An impersonator must not change their own access either. */
function checkNotOwn({ userId: own, impersonator, grants }: Actor, userId: number): void {
  const isOwn = userId === own || userId === impersonator?.id;
  if (isOwn && !holdsSomewhere(grants, systemKey)) fail('USER_OWN_ACCESS_UNCHANGEABLE');
}

interface AccessServiceOptions {
  /** Called after a user's roles have changed, so that live connections follow. */
  onUserChange: (userId: number) => unknown;
}

export const createAccessService = ({ onUserChange }: AccessServiceOptions) => ({
  async update(ctx: Ctx, { userId, access }: Body): Promise<AccessEntry[]> {
    const { db, actor } = ctx;
    const wanted = access.map(({ scopeId, roles }) => ({ scopeId, roleIds: roles.map(({ id }) => id) }));
    const scopeIds = wanted.map(({ scopeId }) => scopeId);
    if (hasRepeats(scopeIds) || wanted.some(({ roleIds }) => hasRepeats(roleIds))) {
      fail('ABAC_USERACCESS_DUPLICATE_ENTRY');
    }
    checkNotOwn(actor, userId);
    const roleIds = wanted.flatMap((entry) => entry.roleIds);
    if (!(await store.lockAssignment(db, userId, roleIds))) fail('USER_NOT_FOUND');
    await checkGovernable(db, actor, userId);
    const held = await store.heldRoles(db, userId, scopeIds);
    const changes = wanted.map(({ scopeId, roleIds: after }) => ({
      scopeId,
      before: held.filter((entry) => entry.scopeId === scopeId).map(({ roleId }) => roleId),
      after,
    }));
    await checkAssignment(db, actor.grants, changes);
    const replace = () => store.replaceRoles(db, userId, wanted);
    const isAdministrator = holdsSomewhere(await grantsOf(db, userId), systemKey);
    await (isAdministrator ? keepsSystemAdministrator(db, replace) : replace());
    ctx.activity.changes = changes.map((change) => ({
      object: { noun: 'scope', id: change.scopeId },
      change: { userId, ...change },
    }));
    ctx.afterCommit(() => onUserChange(userId));
    return (await accessOf(db, actor, userId)).access;
  },
});
export type AccessService = ReturnType<typeof createAccessService>;
