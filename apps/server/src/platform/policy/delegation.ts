import { actions, splitPermission, subjects } from '@stellwerk/contract/core/permission';
import { grants as gives, systemKey } from '@stellwerk/contract/core/permission-relation';
import { covers, decide, type Grant } from './policy.ts';

const isInverted = (permission: string) => permission.startsWith('!');

/**
 * A denial that falls away frees its action and every one that implies it, up to the subject's `manage`; whoever lets it
 * go must hold all of these, as the people concerned may have been granted them elsewhere.
 */
function freedBy(denial: string): string[] {
  const denied = denial.slice(1);
  return [...new Set([denied, `${splitPermission(denied).subject}.manage`])];
}

/** What a change of a role's permissions would widen: new ones, and what denials that fall away set free. */
export function widening(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((permission) => !isInverted(permission) && !before.includes(permission));
  const freed = before.filter((permission) => isInverted(permission) && !after.includes(permission)).flatMap(freedBy);
  return [...new Set([...added, ...freed])];
}

const bare = new WeakMap<readonly Grant[], readonly Grant[]>();

/** A module that is off denies everybody alike; it does not make two people differ. */
function withoutModules(grants: readonly Grant[]): readonly Grant[] {
  if (grants.every(({ module }) => module === undefined)) return grants;
  // Kept, because what was found out about grants is kept beside them.
  const kept = bare.get(grants) ?? grants.filter(({ module }) => module === undefined);
  bare.set(grants, kept);
  return kept;
}

/** Every subject and action that could be told apart by these grants; the last of each stands for all others. */
function vocabulary(...all: (readonly Grant[])[]) {
  const held = all
    .flat()
    .flatMap(({ permissions }) => permissions.map((each) => splitPermission(each.replace('!', ''))));
  return {
    subjects: new Set<string>([...subjects, ...held.map(({ subject }) => subject), '*']),
    actions: new Set<string>([...actions, ...held.map(({ action }) => action), '*']),
  };
}

/** Spells out what holding a permission gives. The key of the system is never denied, so it stands for itself. */
function spelledOut(permission: string, words: ReturnType<typeof vocabulary>): string[] {
  if (permission === systemKey) return [systemKey];
  const { subject } = splitPermission(permission);
  const wanted = [...(subject === 'all' ? words.subjects : [subject])].flatMap((each) =>
    [...words.actions].map((action) => `${each}.${action}`),
  );
  return wanted.filter((each) => gives(permission, each));
}

/** May the actor govern somebody with these grants: is everything allowed to the actor that is allowed to them? */
export function coversGrants(actorGrants: readonly Grant[], otherGrants: readonly Grant[]): boolean {
  const [actor, other] = [withoutModules(actorGrants), withoutModules(otherGrants)];
  const words = vocabulary(actor, other);
  // Between two scopes that appear in the grants nothing changes, so these are all the places to look at.
  const scopes = [...new Set([...actor, ...other].map(({ scope }) => scope))];
  return other.every(({ scope, permissions }) => {
    const places = scopes.filter((place) => covers(scope, place));
    const allowed = permissions.filter((each) => !isInverted(each)).flatMap((each) => spelledOut(each, words));
    return places.every((place) =>
      allowed.every((each) => !decide(other, each, place).allowed || decide(actor, each, place).allowed),
    );
  });
}

/** Nobody hands out more than they hold: the first of these permissions that would be too much. */
export const lacking = (actor: readonly Grant[], permissions: readonly string[], scope: string): string | undefined =>
  permissions.find((permission) => !coversGrants(actor, [{ scope, permissions: [permission] }]));
