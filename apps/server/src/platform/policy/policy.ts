import type { Permission } from '@stellwerk/contract/core/permission';
import { effectsOn, grants, systemKey } from '@stellwerk/contract/core/permission-relation';

/** The permissions of one role in one scope, or the denials of a disabled module; a leading `!` marks a denial. */
export interface Grant {
  /** ltree path of the scope. */
  scope: string;
  permissions: readonly string[];
  roleId?: number;
  module?: string;
}

/** A permission in a scope, and the role or module that it comes from. */
export interface Source {
  permission: string;
  scope: string;
  roleId?: number;
  module?: string;
}

export interface Decision {
  allowed: boolean;
  reason: 'granted' | 'denied' | 'not-granted';
  by?: Source;
}

/** Checks whether holding one permission implies the other. */
export { grants };

export const covers = (scope: string, path: string) => path === scope || path.startsWith(`${scope}.`);

/** The scopes that grant a permission and the scopes that deny it. A denial overrides grants, even in deeper scopes. */
export interface Reach {
  granted: Source[];
  denied: Source[];
}

function reach(actorGrants: readonly Grant[], permission: string): Reach {
  const found: Reach = { granted: [], denied: [] };
  const effectOf = effectsOn(permission);
  for (const grant of actorGrants) {
    for (const held of grant.permissions) {
      const effect = effectOf(held);
      if (effect === 'grants') found.granted.push(sourceOf(grant, held));
      else if (effect === 'denies') found.denied.push(sourceOf(grant, held));
    }
  }
  return found;
}

function sourceOf({ scope, roleId, module }: Grant, permission: string): Source {
  return {
    permission,
    scope,
    ...(roleId === undefined ? {} : { roleId }),
    ...(module === undefined ? {} : { module }),
  };
}

/** Lets a decision read only the grants of the scopes above an object, however many grants exist. */
interface Index {
  byScope: Map<string, Grant[]>;
  reaches: Map<string, Reach>;
}

/** Grants are loaded once per call and never change, so their index is cached. */
const indexes = new WeakMap<readonly Grant[], Index>();

function indexOf(actorGrants: readonly Grant[]): Index {
  const known = indexes.get(actorGrants);
  if (known) return known;
  const byScope = new Map<string, Grant[]>();
  for (const grant of actorGrants) {
    const here = byScope.get(grant.scope);
    if (here) here.push(grant);
    else byScope.set(grant.scope, [grant]);
  }
  const index = { byScope, reaches: new Map<string, Reach>() };
  indexes.set(actorGrants, index);
  return index;
}

export function reachOf(actorGrants: readonly Grant[], permission: Permission | string): Reach {
  const { reaches } = indexOf(actorGrants);
  const known = reaches.get(permission);
  if (known) return known;
  const found = reach(actorGrants, permission);
  reaches.set(permission, found);
  return found;
}

/** THE decision: may the actor do this in this scope, and why. Permissions of other systems are passed as text. */
export function decide(actorGrants: readonly Grant[], permission: Permission | string, scopePath: string): Decision {
  const { byScope } = indexOf(actorGrants);
  const effectOf = effectsOn(permission);
  let denied: Source | undefined;
  let granted: Source | undefined;
  // The loop runs from the root scope down, so the first source of each kind is the topmost, which the decision names.
  for (let end = 0; end !== -1; ) {
    end = scopePath.indexOf('.', end + 1);
    const here = byScope.get(end === -1 ? scopePath : scopePath.slice(0, end));
    for (const grant of here ?? []) {
      for (const held of grant.permissions) {
        const effect = effectOf(held);
        if (effect === 'none') continue;
        if (held === systemKey) return { allowed: true, reason: 'granted', by: sourceOf(grant, held) };
        if (effect === 'denies') denied ??= sourceOf(grant, held);
        else granted ??= sourceOf(grant, held);
      }
    }
  }
  if (denied) return { allowed: false, reason: 'denied', by: denied };
  if (granted) return { allowed: true, reason: 'granted', by: granted };
  return { allowed: false, reason: 'not-granted' };
}

export function sourcesAt(actorGrants: readonly Grant[], permission: string, scopePath: string): Reach {
  const here = ({ scope }: Source) => covers(scope, scopePath);
  const found = reach(actorGrants, permission);
  return { granted: found.granted.filter(here), denied: found.denied.filter(here) };
}

/** Checks whether the permission holds in any scope. The gate calls this before any object is loaded. */
export function holdsSomewhere(actorGrants: readonly Grant[], permission: Permission | string): boolean {
  return reachOf(actorGrants, permission).granted.some(({ scope }) => decide(actorGrants, permission, scope).allowed);
}
