import { anyOf, type Permission, subjects } from '@stellwerk/contract/core/permission';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { reachOf } from '../../platform/policy/policy.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { rolesInLine, scopedRoles } from './role.store.ts';

const managesUsers = ['UserManagement.read', 'UserManagement.create'] as const;

/** Any permission in a scope makes the scope visible. */
export const seesScopes = anyOf(
  ...subjects.map((subject): Permission => `${subject}.list`),
  ...subjects.map((subject): Permission => `${subject}.create`),
);

const scopeGuard: ScopedGuard = {
  noun: 'scope',
  notFound: 'SCOPE_NOT_FOUND',
  seenWith: seesScopes,
  scopesOf: scopePaths,
};

const roleGuard: ScopedGuard = {
  noun: 'role',
  notFound: 'ABAC_ROLE_NOT_FOUND',
  seenWith: anyOf(...managesUsers),
  scopesOf: scopesOf(scopedRoles),
};

const assignableRoleGuard: SeenGuard = {
  noun: 'assignableRole',
  notFound: 'ABAC_ROLE_NOT_FOUND',
  async seenBy(db, { grants }, ids) {
    const places = managesUsers.flatMap((permission) => reachOf(grants, permission).granted.map(({ scope }) => scope));
    return rolesInLine(db, ids, [...new Set(places)]);
  },
};

export const aclGuards = [scopeGuard, roleGuard, assignableRoleGuard];
