import { effectsOn } from '@stellwerk/contract/core/permission-relation';

/**
 * The state of a permission in a role. `implied` and `excluded` follow from another one; `overruled` is granted, but
 * another one denies it.
 */
export type PermissionState =
  | { kind: 'none' | 'allowed' | 'denied' }
  | { kind: 'implied' | 'excluded' | 'overruled'; through: string };

export function permissionState(held: readonly string[], permission: string): PermissionState {
  const effectOf = effectsOn(permission);
  const others = held.filter((each) => each !== permission && each !== `!${permission}`);
  if (held.includes(`!${permission}`)) return { kind: 'denied' };
  const denial = others.find((each) => effectOf(each) === 'denies');
  const isGiven = held.includes(permission);
  if (denial !== undefined) return { kind: isGiven ? 'overruled' : 'excluded', through: denial };
  if (isGiven) return { kind: 'allowed' };
  const grant = others.find((each) => effectOf(each) === 'grants');
  return grant === undefined ? { kind: 'none' } : { kind: 'implied', through: grant };
}

/** The system permission cannot be denied, so that denying it is not offered. */
const isDeniable = (permission: string) => !permission.startsWith('super.system.');

/** The permissions after a click: none, allowed, denied and around again. */
export function nextPermissions(held: readonly string[], permission: string): string[] {
  const rest = held.filter((each) => each !== permission && each !== `!${permission}`);
  if (held.includes(`!${permission}`)) return rest;
  if (held.includes(permission)) return isDeniable(permission) ? [...rest, `!${permission}`] : rest;
  return [...rest, permission];
}

/** The essence of a role: grants and denials that no other one of the role implies. */
export function essence(held: readonly string[]): { allowed: string[]; denied: string[] } {
  const isGrant = (each: string) => !each.startsWith('!');
  const grants = held.filter(isGrant);
  const denials = held.filter((each) => !isGrant(each)).map((each) => each.slice(1));
  return {
    allowed: grants.filter((each) => permissionState(held, each).kind === 'allowed' && !isContained(grants, each)),
    // Denying a weaker permission also denies the stronger one.
    denied: denials.filter(
      (each) => !denials.some((other) => other !== each && effectsOn(each)(`!${other}`) === 'denies'),
    ),
  };
}

const isContained = (grants: readonly string[], permission: string) =>
  grants.some((other) => other !== permission && effectsOn(permission)(other) === 'grants');
