import { type Permission, splitPermission } from '@stellwerk/contract/core/permission';

/** The permissions of all roles that an actor holds in one scope; a leading `!` inverts one. */
export interface Grant {
  /** ltree path of the scope. */
  scope: string;
  permissions: readonly string[];
}

export interface Decision {
  allowed: boolean;
  reason: 'granted' | 'denied' | 'not-granted';
  /** The permission and scope that decided. */
  by?: { permission: string; scope: string };
}

const systemKey = 'super.system.manage';

/** What holding an action brings along: manage => write, create, read, list; write => read; read => list. */
const implied: Record<string, readonly string[]> = {
  manage: ['manage', 'write', 'create', 'read', 'list'],
  write: ['write', 'read', 'list'],
  read: ['read', 'list'],
};
const implies = (held: string, wanted: string) => (implied[held] ?? [held]).includes(wanted);

const covers = (scope: string, path: string) => path === scope || path.startsWith(`${scope}.`);

function grants(held: string, wanted: string): boolean {
  if (held === systemKey) return true;
  const have = splitPermission(held);
  const want = splitPermission(wanted);
  if (have.subject === want.subject) return implies(have.action, want.action);
  // Nothing but itself grants the system subject; all.manage covers special actions (impersonate) too.
  if (have.subject !== 'all' || want.subject === 'super.system') return false;
  return have.action === 'manage' || implies(have.action, want.action);
}

/** An inverted permission denies its action and every action that implies it. */
function denies(inverted: string, wanted: string): boolean {
  const not = splitPermission(inverted);
  const want = splitPermission(wanted);
  if (want.subject === 'super.system') return false;
  return (not.subject === want.subject || not.subject === 'all') && implies(want.action, not.action);
}

/** Where one permission holds: scopes that grant it, scopes that deny it. Denial wins, deeper grants included. */
export interface Reach {
  granted: { permission: string; scope: string }[];
  denied: { permission: string; scope: string }[];
}

export function reachOf(actorGrants: readonly Grant[], permission: Permission): Reach {
  const reach: Reach = { granted: [], denied: [] };
  for (const { scope, permissions } of actorGrants) {
    for (const held of permissions) {
      if (held.startsWith('!')) {
        if (denies(held.slice(1), permission)) reach.denied.push({ permission: held, scope });
      } else if (grants(held, permission)) {
        reach.granted.push({ permission: held, scope });
      }
    }
  }
  return reach;
}

/** THE decision: may this actor do this in this scope, and why. */
export function decide(actorGrants: readonly Grant[], permission: Permission, scopePath: string): Decision {
  const reach = reachOf(actorGrants, permission);
  const system = reach.granted.find((entry) => entry.permission === systemKey && covers(entry.scope, scopePath));
  if (system) return { allowed: true, reason: 'granted', by: system };
  const denied = reach.denied.find((entry) => covers(entry.scope, scopePath));
  if (denied) return { allowed: false, reason: 'denied', by: denied };
  const granted = reach.granted.find((entry) => covers(entry.scope, scopePath));
  if (granted) return { allowed: true, reason: 'granted', by: granted };
  return { allowed: false, reason: 'not-granted' };
}

/** Does the permission hold in some scope? The gate asks this before any object is known. */
export function holdsSomewhere(actorGrants: readonly Grant[], permission: Permission): boolean {
  return actorGrants.some(({ scope }) => decide(actorGrants, permission, scope).allowed);
}
