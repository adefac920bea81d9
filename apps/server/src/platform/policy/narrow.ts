import { splitPermission, subjects } from '@stellwerk/contract/core/permission';
import { covers, type Grant, grants as gives } from './policy.ts';

/** The limits of an API key; null means no limit in this respect. */
export interface Narrowing {
  permissions: readonly string[] | null;
  /** ltree paths of the scopes that the key is limited to. */
  scopes: readonly string[] | null;
}

const systemKey = 'super.system.manage';
const isInverted = (permission: string) => permission.startsWith('!');
const isSystem = (permission: string) => splitPermission(permission).subject === 'super.system';
const ordinarySubjects = subjects.filter((subject) => subject !== 'all' && subject !== 'super.system');

/** Returns the permissions that give exactly the intersection of two permissions. */
function meet(a: string, b: string): string[] {
  if (gives(a, b)) return [b];
  if (gives(b, a)) return [a];
  const [one, other] = [splitPermission(a), splitPermission(b)];
  if (isSystem(a) || isSystem(b)) return [];
  if (one.subject === other.subject) {
    // all.manage gives special actions of every subject, but not the one of `all` itself.
    const special = one.action === 'manage' ? other.action : other.action === 'manage' ? one.action : undefined;
    if (one.subject !== 'all' || special === undefined) return [];
    return ordinarySubjects.map((subject) => `${subject}.${special}`);
  }
  // all.read and Dashboards.manage meet in Dashboards.read.
  const [wide, narrow] = one.subject === 'all' ? [one, other] : [other, one];
  const met = `${narrow.subject}.${wide.action}`;
  return wide.subject === 'all' && gives(`${narrow.subject}.${narrow.action}`, met) ? [met] : [];
}

/** System permissions apply to the whole installation; limited to a part of it, they become ordinary permissions. */
const inPart = (permission: string): string[] =>
  permission === systemKey ? ['all.manage'] : isSystem(permission) ? [] : [permission];

function positives(held: readonly string[], allowed: readonly string[] | null): string[] {
  const own = held.filter((permission) => !isInverted(permission));
  if (allowed === null) return own;
  const wanted = allowed.filter((permission) => !isInverted(permission));
  return [...new Set(own.flatMap((each) => wanted.flatMap((other) => meet(each, other))))];
}

/** Returns the scopes in which both the grant and the narrowing hold. */
function places(scope: string, scopes: readonly string[] | null): string[] {
  if (scopes === null || scopes.some((each) => covers(each, scope))) return [scope];
  return scopes.filter((each) => covers(scope, each));
}

/** Returns the intersection of the owner's grants and the narrowing; it never allows more than the owner's grants. */
export function narrow(ownerGrants: readonly Grant[], { permissions, scopes }: Narrowing): Grant[] {
  // A key for the whole system ignores its own denials, as every holder of that permission does.
  const denials = permissions?.includes(systemKey) ? [] : (permissions ?? []).filter(isInverted);
  return ownerGrants.flatMap((grant) => {
    const inverted = grant.permissions.filter(isInverted);
    const kept: Grant[] = inverted.length > 0 ? [{ ...grant, permissions: inverted }] : [];
    const met = positives(grant.permissions, permissions);
    if (met.length === 0) return kept;
    const parts = places(grant.scope, scopes).map((scope): Grant => {
      const here = scope === grant.scope ? met : met.flatMap(inPart);
      return { ...grant, scope, permissions: [...here, ...denials] };
    });
    return [...kept, ...parts];
  });
}
