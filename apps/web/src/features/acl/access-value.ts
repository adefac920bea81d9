/** Roles of a user in one scope, for the editor. */
export interface AccessValue {
  scopeId: number;
  scopeName: string;
  roles: { id: number; name: string }[];
}

export interface AccessChange {
  scopeId: number;
  roles: { id: number }[];
}

const idsOf = (entry: AccessValue | undefined) => (entry?.roles ?? []).map(({ id }) => id).sort((a, b) => a - b);

/** The request that turns one state into the other: only changed scopes, removed ones with an empty list. */
export function accessChanges(before: readonly AccessValue[], after: readonly AccessValue[]): AccessChange[] {
  const scopeIds = [...new Set([...before, ...after].map(({ scopeId }) => scopeId))];
  return scopeIds
    .map((scopeId) => {
      const at = (entries: readonly AccessValue[]) => idsOf(entries.find((entry) => entry.scopeId === scopeId));
      return { scopeId, before: at(before), after: at(after) };
    })
    .filter((change) => change.before.join() !== change.after.join())
    .map((change) => ({ scopeId: change.scopeId, roles: change.after.map((id) => ({ id })) }));
}
