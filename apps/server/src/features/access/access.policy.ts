import { anyOf, type Permission, subjects } from '@stellwerk/contract/core/permission';
import type { ScopedGuard, SeenGuard } from '../../platform/http/nouns.ts';
import { reachOf } from '../../platform/policy/policy.ts';
import { scopePaths } from '../../platform/tenancy/scope.store.ts';
import { roleScopes, rolesInLine } from './role.store.ts';

const managesUsers = ['UserManagement.read', 'UserManagement.create'] as const;

/** Whoever may do anything at all in a scope may know that it exists. */
export const scopeGuard: ScopedGuard = {
  noun: 'scope',
  notFound: 'SCOPE_NOT_FOUND',
  seenWith: anyOf(
    ...subjects.map((subject): Permission => `${subject}.list`),
    ...subjects.map((subject): Permission => `${subject}.create`),
  ),
  scopesOf: scopePaths,
};

export const roleGuard: ScopedGuard = {
  noun: 'role',
  notFound: 'ABAC_ROLE_NOT_FOUND',
  seenWith: anyOf(...managesUsers),
  scopesOf: roleScopes,
};

export const assignableRoleGuard: SeenGuard = {
  noun: 'assignableRole',
  notFound: 'ABAC_ROLE_NOT_FOUND',
  async seenBy(db, { grants }, ids) {
    const places = managesUsers.flatMap((permission) => reachOf(grants, permission).granted.map(({ scope }) => scope));
    return rolesInLine(db, ids, [...new Set(places)]);
  },
};
