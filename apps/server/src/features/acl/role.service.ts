import type { newRole, Role, roleChange } from '@stellwerk/contract/access';
import { systemKey } from '@stellwerk/contract/core/permission-relation';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { keepsSystemAdministrator } from '../../platform/tenancy/administrator.store.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { abilitiesOn, isSuperAdministratorName, lackedFor } from './role.policy.ts';
import * as store from './role.store.ts';
import { knownPermissions } from './rule.service.ts';

type Change = z.output<typeof roleChange>;

interface RoleServiceOptions {
  /** Called with the holders of a changed role, so that live connections follow. */
  onUsersChange: (userIds: ReadonlySet<number>) => unknown;
}

const failTaken = (name: string): never =>
  fail('ABAC_ROLE_CREATE_DUPLICATE_NAME', { name }, { issues: [{ path: 'name', code: 'taken', params: {} }] });

async function checkKnown(db: Db, permissions: readonly string[]): Promise<void> {
  const known = await knownPermissions(db);
  const unknown = permissions.find((permission) => !known.has(permission.replace(/^!/, '')));
  if (unknown !== undefined) fail('ABAC_ROLE_UNKNOWN_PERMISSION', { permission: unknown });
}

function toWire(ctx: Ctx, { scopePath, createdAt, ...role }: store.RoleRow, assignPath = scopePath): Role {
  const abilities = abilitiesOn(ctx.actor.grants, { ...role, scopePath }, assignPath);
  return { ...role, createdAt: createdAt.toISOString(), abilities };
}

const distinct = (fields: Change): Change => ({ ...fields, permissions: [...new Set(fields.permissions)] });

export function createRoleService({ onUsersChange }: RoleServiceOptions) {
  const read = async (ctx: Ctx, id: number) =>
    toWire(ctx, (await store.findRole(ctx.db, ctx.actor.grants, id)) ?? fail('ABAC_ROLE_NOT_FOUND'));

  /** Locks a role for the transaction and fails unless the caller may grant these permissions. */
  async function take(ctx: Ctx, id: number, after: readonly string[]) {
    const role = (await store.lockRole(ctx.db, id)) ?? fail('ABAC_ROLE_NOT_FOUND');
    if (isSuperAdministratorName(role.name)) fail('ABAC_ROLE_DELETE_SUPERSYSADMIN');
    const places = [role.scopePath, ...(await store.outlyingPlaces(ctx.db, id, role.scopePath))];
    for (const scopePath of places) {
      const permission = lackedFor(ctx.actor.grants, { before: role.permissions, after, scopePath });
      if (permission !== undefined) fail('ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS', { permission });
    }
    const holders = await store.holdersOf(ctx.db, id);
    // A role may have many holders, so the response does not wait for their live connections.
    ctx.afterCommit(() => void onUsersChange(holders));
    return role;
  }

  return {
    read,

    async list(ctx: Ctx, query: store.RoleList) {
      const { scopeId, offset, limit } = query;
      const { rows, ...total } = await store.findRolePage(ctx.db, ctx.actor, query);
      const path = scopeId === undefined ? undefined : (await scopePaths(ctx.db, [scopeId])).get(scopeId);
      return { data: rows.map((row) => toWire(ctx, row, path)), ...total, offset, limit };
    },

    async create(ctx: Ctx, { scopeId, ...body }: z.output<typeof newRole>): Promise<Role> {
      const fields = distinct(body);
      await checkKnown(ctx.db, fields.permissions);
      const scopePath = (await scopePaths(ctx.db, [scopeId])).get(scopeId) ?? fail('SCOPE_NOT_FOUND');
      const permission = lackedFor(ctx.actor.grants, { before: [], after: fields.permissions, scopePath });
      if (permission !== undefined) fail('ABAC_ROLE_EXCEEDS_OWN_PERMISSIONS', { permission });
      if (isSuperAdministratorName(fields.name)) failTaken(fields.name);
      await store.lockNames(ctx.db, scopeId);
      const id = (await store.insertRole(ctx.db, { ...fields, scopeId })) ?? failTaken(fields.name);
      ctx.activity.objects.push({ noun: 'role', id });
      ctx.activity.details = { name: fields.name, permissions: fields.permissions };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, body: Change): Promise<Role> {
      const fields = distinct(body);
      const role = await take(ctx, id, fields.permissions);
      const added = fields.permissions.filter((permission) => !role.permissions.includes(permission));
      const removed = role.permissions.filter((permission) => !fields.permissions.includes(permission));
      await checkKnown(ctx.db, added);
      if (isSuperAdministratorName(fields.name)) failTaken(fields.name);
      await store.lockNames(ctx.db, role.scopeId);
      const change = async () => {
        if (!(await store.changeRole(ctx.db, id, fields))) failTaken(fields.name);
      };
      await (removed.includes(systemKey) ? keepsSystemAdministrator(ctx.db, change) : change());
      ctx.activity.details = { name: fields.name, added, removed };
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number) {
      const role = await take(ctx, id, []);
      const change = () => store.removeRole(ctx.db, id);
      await (role.permissions.includes(systemKey) ? keepsSystemAdministrator(ctx.db, change) : change());
      ctx.activity.details = { name: role.name, permissions: role.permissions };
      return { deleted: true as const };
    },
  };
}
export type RoleService = ReturnType<typeof createRoleService>;
