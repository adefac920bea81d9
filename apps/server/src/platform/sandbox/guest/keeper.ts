/**
 * Undoes a script's changes to built-ins. It runs while they are changed, so it uses nothing that a script can replace:
 * only functions that it took before, own properties and objects without prototype. Evaluated inside the isolate: it
 * must not use anything outside.
 */
export function createKeeper(holders: readonly object[]) {
  const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf, isExtensible, ownKeys } = Reflect;
  const { create, hasOwn, is } = Object;
  const fields = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const;

  interface Kept {
    holder: object;
    prototype: object | null;
    keys: PropertyKey[];
    properties: Record<PropertyKey, PropertyDescriptor | undefined>;
  }

  function keep(holder: object): Kept {
    const keys = ownKeys(holder);
    const properties: Kept['properties'] = create(null);
    for (const key of keys) {
      properties[key] = Object.assign(create(null), getOwnPropertyDescriptor(holder, key));
    }
    return { holder, prototype: getPrototypeOf(holder), keys, properties };
  }

  const all = holders.map(keep);

  function isSame(found: PropertyDescriptor, kept: PropertyDescriptor): boolean {
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] ?? 'value';
      const isThere = hasOwn(found, field);
      if (isThere !== hasOwn(kept, field) || (isThere && !is(found[field], kept[field]))) return false;
    }
    return true;
  }

  function deleteAdded({ holder, keys, properties }: Kept): PropertyKey[] {
    const found = ownKeys(holder);
    let isChanged = found.length !== keys.length;
    for (let at = 0; at < found.length; at++) {
      const key = found[at] ?? '';
      if (properties[key] !== undefined) continue;
      deleteProperty(holder, key);
      isChanged = true;
    }
    return isChanged ? ownKeys(holder) : found;
  }

  function restoreOne(kept: Kept): boolean {
    const { holder, prototype, keys, properties } = kept;
    if (!isExtensible(holder) || getPrototypeOf(holder) !== prototype) return false;
    const found = deleteAdded(kept);
    if (found.length !== keys.length) return false;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] ?? '';
      // A deleted property could be added again, but not at its place among the others.
      if (found[at] !== key) return false;
      const now = getOwnPropertyDescriptor(holder, key);
      const was = properties[key];
      if (!now || !was || (!isSame(now, was) && !defineProperty(holder, key, was))) return false;
    }
    return true;
  }

  /** Returns false if a change can't be undone exactly: the context must not be used again. */
  return function restore(): boolean {
    let isRestored = true;
    for (let at = 0; at < all.length; at++) {
      const kept = all[at];
      if (kept && !restoreOne(kept)) isRestored = false;
    }
    return isRestored;
  };
}

export type Restore = ReturnType<typeof createKeeper>;
