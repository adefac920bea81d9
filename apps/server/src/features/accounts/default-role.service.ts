import type { Account, accountChange } from '@stellwerk/contract/account';
import type { ModuleId } from '@stellwerk/contract/module';
import type { z } from 'zod';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { covers } from '../../platform/policy/policy.ts';
import { type AssignmentChange, checkAssignment } from '../../platform/tenancy/assignment.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { type FoundDefaultRole, findDefaultRoles, replaceDefaultRoles } from './default-role.store.ts';
import type { Place } from './tree.store.ts';

type Change = z.output<typeof accountChange>;

const named = ({ roleId, roleName }: FoundDefaultRole) => ({ id: roleId, name: roleName });

/** Default roles of the account itself, grouped by scope. */
export function ownRoles(found: readonly FoundDefaultRole[]): Account['defaultRoles'] {
  const own = found.filter(({ module }) => module === '');
  const scopes = new Map(own.map(({ scopeId, scopeName }) => [scopeId, scopeName]));
  return [...scopes].map(([id, name]) => ({
    scope: { id, name },
    roles: own.filter(({ scopeId }) => scopeId === id).map(named),
  }));
}

export const rolesOfModule = (found: readonly FoundDefaultRole[], module: ModuleId) =>
  found.filter((entry) => entry.module === module).map(named);

export function moduleRoles(found: readonly FoundDefaultRole[]): Account['moduleRoles'] {
  const modules = [...new Set(found.map(({ module }) => module))].filter((module) => module !== '');
  return modules.map((module) => ({ module, roles: rolesOfModule(found, module) }));
}

interface Entry {
  scopeId: number;
  roleId: number;
}

/** Changes that add permissions or remove denials in a scope. */
function changesBetween(before: readonly Entry[], after: readonly Entry[]): AssignmentChange[] {
  const scopeIds = [...new Set([...before, ...after].map(({ scopeId }) => scopeId))];
  const at = (entries: readonly Entry[], id: number) =>
    entries.filter(({ scopeId }) => scopeId === id).map(({ roleId }) => roleId);
  return scopeIds.map((scopeId) => ({ scopeId, before: at(before, scopeId), after: at(after, scopeId) }));
}

/** Default roles grant permissions, so their author must be allowed to grant each one. */
export async function setDefaultRoles(
  ctx: Ctx,
  account: { id: number } & Place,
  { defaultRoles, moduleRoles: ofModules = [] }: Pick<Change, 'defaultRoles' | 'moduleRoles'>,
): Promise<void> {
  const found = await findDefaultRoles(ctx.db, account.id);
  const lists = ofModules.map(({ module, roleIds }): [ModuleId | '', Entry[]] => [
    module,
    roleIds.map((roleId) => ({ scopeId: account.scopeId, roleId })),
  ]);
  if (defaultRoles) {
    const entries = defaultRoles.flatMap(({ scopeId, roleIds }) => roleIds.map((roleId) => ({ scopeId, roleId })));
    const paths = await scopePaths(
      ctx.db,
      entries.map(({ scopeId }) => scopeId),
    );
    if ([...paths.values()].some((path) => !covers(account.path, path))) fail('SCOPE_NOT_FOUND');
    lists.push(['', entries]);
  }
  for (const [module, entries] of lists) {
    const before = found.filter((entry) => entry.module === module);
    await checkAssignment(ctx.db, ctx.actor.grants, changesBetween(before, entries));
    await replaceDefaultRoles(ctx.db, { accountId: account.id, module, entries });
  }
}
