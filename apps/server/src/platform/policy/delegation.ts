import { actions, splitPermission, subjects } from '@stellwerk/contract/core/permission';
import { grants as gives, systemKey } from '@stellwerk/contract/core/permission-relation';
import { covers, decide, type Grant } from './policy.ts';

const isInverted = (permission: string) => permission.startsWith('!');

/**
 * Removing a denial frees its action and every action that implies it, up to the subject's `manage`. The actor who
 * removes it must hold all of these, because the affected users may have been granted them elsewhere.
 */
function freedBy(denial: string): string[] {
  const denied = denial.slice(1);
  return [...new Set([denied, `${splitPermission(denied).subject}.manage`])];
}

/** Lists the permissions that a change of a role would add: new ones, and those freed by removed denials. */
export function widening(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((permission) => !isInverted(permission) && !before.includes(permission));
  const freed = before.filter((permission) => isInverted(permission) && !after.includes(permission)).flatMap(freedBy);
  return [...new Set([...added, ...freed])];
}

const bare = new WeakMap<readonly Grant[], readonly Grant[]>();

/** A disabled module denies everybody alike, so it is irrelevant when two users are compared. */
function withoutModules(grants: readonly Grant[]): readonly Grant[] {
  if (grants.every(({ module }) => module === undefined)) return grants;
  // The filtered list is cached, because the index of a list of grants is cached by its identity.
  const kept = bare.get(grants) ?? grants.filter(({ module }) => module === undefined);
  bare.set(grants, kept);
  return kept;
}

/** All subjects and actions that these grants can distinguish; `*` represents all others. */
function vocabulary(...all: (readonly Grant[])[]) {
  const held = all
    .flat()
    .flatMap(({ permissions }) => permissions.map((each) => splitPermission(each.replace('!', ''))));
  return {
    subjects: new Set<string>([...subjects, ...held.map(({ subject }) => subject), '*']),
    actions: new Set<string>([...actions, ...held.map(({ action }) => action), '*']),
  };
}

/** Expands a permission into all permissions it implies; except the system permission, which is never denied. */
function spelledOut(permission: string, words: ReturnType<typeof vocabulary>): string[] {
  if (permission === systemKey) return [systemKey];
  const { subject } = splitPermission(permission);
  const wanted = [...(subject === 'all' ? words.subjects : [subject])].flatMap((each) =>
    [...words.actions].map((action) => `${each}.${action}`),
  );
  return wanted.filter((each) => gives(permission, each));
}

/** Checks whether the actor may govern a user with these grants: the actor must be allowed everything the user is. */
export function coversGrants(actorGrants: readonly Grant[], otherGrants: readonly Grant[]): boolean {
  const [actor, other] = [withoutModules(actorGrants), withoutModules(otherGrants)];
  const words = vocabulary(actor, other);
  // Decisions change only at scopes that appear in the grants, so checking these scopes is sufficient.
  const scopes = [...new Set([...actor, ...other].map(({ scope }) => scope))];
  return other.every(({ scope, permissions }) => {
    const places = scopes.filter((place) => covers(scope, place));
    const allowed = permissions.filter((each) => !isInverted(each)).flatMap((each) => spelledOut(each, words));
    return places.every((place) =>
      allowed.every((each) => !decide(other, each, place).allowed || decide(actor, each, place).allowed),
    );
  });
}

/** Nobody may hand out more than they hold: returns the first permission that the actor lacks. */
export const lacking = (actor: readonly Grant[], permissions: readonly string[], scope: string): string | undefined =>
  permissions.find((permission) => !coversGrants(actor, [{ scope, permissions: [permission] }]));
