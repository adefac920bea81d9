import type { Permission } from '@stellwerk/contract/core/permission';
import { effectsOn, grants, systemKey } from '@stellwerk/contract/core/permission-relation';

/** The permissions of one role in one scope, or the denials of a module that is off; a leading `!` inverts one. */
export interface Grant {
  /** ltree path of the scope. */
  scope: string;
  permissions: readonly string[];
  roleId?: number;
  module?: string;
}

/** A permission in a scope, and the role or module it comes from. */
export interface Source {
  permission: string;
  scope: string;
  roleId?: number;
  module?: string;
}

export interface Decision {
  allowed: boolean;
  reason: 'granted' | 'denied' | 'not-granted';
  /** What decided. */
  by?: Source;
}

/** Does holding one permission give the other? */
export { grants };

export const covers = (scope: string, path: string) => path === scope || path.startsWith(`${scope}.`);

/** Where one permission holds: scopes that grant it, scopes that deny it. Denial wins, deeper grants included. */
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

/** A decision looks at the grants of the scopes above an object and at nothing else, however many there are. */
interface Index {
  byScope: Map<string, Grant[]>;
  reaches: Map<string, Reach>;
}

/** Grants are read once per call and never changed, so what was found out about them is kept beside them. */
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

/** THE decision: may this actor do this in this scope, and why. Other systems' permissions are asked for as text. */
export function decide(actorGrants: readonly Grant[], permission: Permission | string, scopePath: string): Decision {
  const { byScope } = indexOf(actorGrants);
  const effectOf = effectsOn(permission);
  let denied: Source | undefined;
  let granted: Source | undefined;
  // From the top down: the first of each kind is the topmost, and that is the one to name.
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

/** Everything that speaks for or against a permission in a scope. */
export function sourcesAt(actorGrants: readonly Grant[], permission: string, scopePath: string): Reach {
  const here = ({ scope }: Source) => covers(scope, scopePath);
  const found = reach(actorGrants, permission);
  return { granted: found.granted.filter(here), denied: found.denied.filter(here) };
}

/** Does the permission hold in some scope? The gate asks this before any object is known. */
export function holdsSomewhere(actorGrants: readonly Grant[], permission: Permission | string): boolean {
  return reachOf(actorGrants, permission).granted.some(({ scope }) => decide(actorGrants, permission, scope).allowed);
}
