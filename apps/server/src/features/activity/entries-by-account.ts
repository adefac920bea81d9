import {
  type ActivityEntry,
  type ActivityObject,
  objectParts,
  type PlacedObject,
} from '../../platform/http/activity.ts';

export type AccountEntry = Omit<ActivityEntry, 'objects' | 'changes' | 'counted' | 'alsoIn'> & {
  objects: ActivityObject[];
};

/** Bulk calls can change thousands of objects; an entry lists the first ones of each noun. */
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
 * Splits a call into one entry per affected account. An entry lists objects of its account and of accounts above and
 * below it, but not of sibling accounts, which its administrators may not see. `lines` maps each scope to its accounts
 * from the top.
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
      // Mentioned objects may belong to a sibling account, so only the caller's entry lists them.
      const isOnlyMentioned = (object.part ?? 'mentioned') === 'mentioned';
      return accounts.length === 1 && (!isOnlyMentioned || accountId === call.accountId);
    }
    if (owner === accountId || owner === null || accountId === null) return owner === accountId;
    // The owner's entry already lists the object.
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
      // Details describe the first object, so only the entry of its account contains them.
      details: {
        ...(index === 0 ? details : {}),
        ...(counted ? { [counted.as]: count } : {}),
        ...(ownChanges.length > 0 ? { changes: ownChanges } : {}),
      },
    };
  });
}
