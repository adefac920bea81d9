import { type Account, seesAccounts } from '@stellwerk/contract/account';
import { satisfies } from '@stellwerk/contract/core/permission';
import { fail } from '../../platform/errors/app-error.ts';
import type { ScopedGuard } from '../../platform/http/nouns.ts';
import { lacking } from '../../platform/policy/delegation.ts';
import { decide, type Grant } from '../../platform/policy/policy.ts';
import { scopesOf } from '../../platform/tenancy/scoped-from.ts';
import { scopedAccounts } from './account.view.ts';

export const accountGuard: ScopedGuard = {
  noun: 'account',
  notFound: 'ACCOUNT_NOT_FOUND',
  seenWith: seesAccounts,
  scopesOf: scopesOf(scopedAccounts),
};

/** The account that a new one is created below. */
export const parentAccountGuard: ScopedGuard = {
  ...accountGuard,
  noun: 'parentAccount',
  notFound: 'TENANT_CREATE_PARENTSCOPE_NOT_FOUND',
};

interface Placed {
  path: string;
  parentPath: string | null;
}

export const maySeeAccount = (grants: readonly Grant[], path: string) =>
  satisfies(seesAccounts, (permission) => decide(grants, permission, path).allowed);

export const isSystemAdministrator = (grants: readonly Grant[], path: string) =>
  decide(grants, 'super.system.manage', path).allowed;

const manages = (grants: readonly Grant[], path: string) => decide(grants, 'all.manage', path).allowed;

/** Limits are set by administrators of the parent account; those of the topmost account by system administrators. */
const governs = (grants: readonly Grant[], { path, parentPath }: Placed) =>
  parentPath === null ? isSystemAdministrator(grants, path) : manages(grants, parentPath);

const denied = (): never => fail('PERMISSION_DENIED', { subject: 'all', action: 'manage' });

export function checkGoverns(grants: readonly Grant[], place: Placed): void {
  if (!governs(grants, place)) denied();
}

/** Domains and mail servers affect secrets of all users of the account (ADR 14), so nothing in it may be denied. */
export function checkCarriesSecrets(grants: readonly Grant[], { path }: Placed): void {
  if (lacking(grants, ['all.manage'], path) !== undefined) denied();
}

/** Moving and deleting requires administrators of the parent account; moving also those of the new parent. */
export function checkRelocates(grants: readonly Grant[], place: Placed, target?: { path: string }): void {
  if (place.parentPath === null) fail('ACCOUNT_DELETE_TOPMOST');
  if (!manages(grants, place.parentPath) || (target && !manages(grants, target.path))) denied();
}

export function abilitiesOn(grants: readonly Grant[], place: Placed): Account['abilities'] {
  const { path, parentPath } = place;
  const relocates = parentPath !== null && manages(grants, parentPath) && manages(grants, path);
  return {
    update: manages(grants, path),
    govern: governs(grants, place),
    move: relocates,
    delete: relocates,
    createSubAccount: manages(grants, path),
    createUser: decide(grants, 'UserManagement.create', path).allowed,
    manageUsers: decide(grants, 'UserManagement.manage', path).allowed,
  };
}
