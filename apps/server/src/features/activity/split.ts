import {
  type ActivityEntry,
  type ActivityObject,
  objectParts,
  type PlacedObject,
} from '../../platform/http/activity.ts';

/** An entry as it is stored, in the log of one account. */
export type AccountEntry = Omit<ActivityEntry, 'objects' | 'changes' | 'counted' | 'alsoIn'> & {
  objects: ActivityObject[];
};

/** A bulk call may name thousands; an entry shows the first of each noun. */
const shownPerNoun = 100;

const nameOf = ({ noun, id }: ActivityObject) => `${noun} ${id}`;

function distinct(objects: readonly PlacedObject[]): PlacedObject[] {
  const strength = ({ part = 'mentioned' }: PlacedObject) => objectParts.indexOf(part);
  const byName = new Map<string, PlacedObject>();
  for (const object of objects) {
    const known = byName.get(nameOf(object));
    if (!known || strength(object) < strength(known)) byName.set(nameOf(object), object);
  }
  return [...byName.values()];
}

const shown = (objects: readonly ActivityObject[]): ActivityObject[] => {
  const counts = new Map<string, number>();
  return objects.flatMap(({ noun, id }) => {
    const count = (counts.get(noun) ?? 0) + 1;
    counts.set(noun, count);
    return count > shownPerNoun ? [] : [{ noun, id }];
  });
};

/**
 * The entries of a call, one for each account whose objects it has changed. An entry names the objects of its account
 * and of accounts above and below it, never those beside it, which its administrators may not see. `lines` holds the
 * accounts from the topmost down to each scope.
 */
export function splitByAccount(call: ActivityEntry, lines: ReadonlyMap<string, readonly number[]>): AccountEntry[] {
  const { objects: given, changes = [], counted, alsoIn = [], details, ...common } = call;
  const objects = distinct(given);
  const lineOf = ({ scopePath }: PlacedObject) => (scopePath === undefined ? [] : (lines.get(scopePath) ?? []));
  const accountOf = (object: PlacedObject) => (object.isOwn ? call.accountId : lineOf(object).at(-1));
  const ownersOf = (part: PlacedObject['part']) =>
    objects.filter((object) => object.part === part).flatMap((object) => accountOf(object) ?? []);
  const owners = objectParts.map(ownersOf).find((found) => found.length > 0);
  const accounts = [...new Set([...(owners ?? [call.accountId]), ...alsoIn])];

  function isShown(object: PlacedObject, accountId: number | null): boolean {
    const owner = accountOf(object);
    if (owner === undefined) {
      // It may belong to a neighbour of the account; only the caller is known to see it.
      const isOnlyMentioned = (object.part ?? 'mentioned') === 'mentioned';
      return accounts.length === 1 && (!isOnlyMentioned || accountId === call.accountId);
    }
    if (owner === accountId || owner === null || accountId === null) return owner === accountId;
    // The log of the owner names it already.
    if (accounts.includes(owner) && !alsoIn.includes(accountId)) return false;
    const above = [...lines.values()].find((line) => line.includes(accountId)) ?? [];
    return lineOf(object).includes(accountId) || above.slice(0, above.indexOf(accountId)).includes(owner);
  }

  return accounts.map((accountId, index) => {
    const own = objects.filter((object) => isShown(object, accountId));
    const names = new Set(own.map(nameOf));
    const ownChanges = changes.filter(({ object }) => names.has(nameOf(object))).map(({ change }) => change);
    const count = counted?.objects.filter((object) => names.has(nameOf(object))).length ?? 0;
    return {
      ...common,
      accountId,
      objects: shown(own),
      // They are about the first object, which belongs to the first account.
      details: {
        ...(index === 0 ? details : {}),
        ...(counted ? { [counted.as]: count } : {}),
        ...(ownChanges.length > 0 ? { changes: ownChanges } : {}),
      },
    };
  });
}
