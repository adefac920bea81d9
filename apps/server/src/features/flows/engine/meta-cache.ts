import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { readStateMeta, readTwinAccounts, type StateMeta } from '../events/meta.store.ts';

interface Place {
  stateId: number;
  twinId: number;
}

/** Metadata of states whose account has flows. */
export interface MetaSource {
  read(
    db: Db,
    places: readonly Place[],
    isWanted: (accountId: number) => boolean,
  ): Promise<ReadonlyMap<number, StateMeta>>;
}

/** Positions and places in the tree change without a change of the configuration, so entries expire. */
const keptMs = 60_000;
const mostTwins = 500_000;
const mostStates = 200_000;

export interface MetaCache extends MetaSource {
  forget(twinIds: readonly number[]): void;
  clear(): void;
}

/** Remembers the account of each twin, and the metadata of states in accounts with flows. */
export function createMetaCache({ clock }: { clock: Clock }): MetaCache {
  const accounts = new Map<number, number>();
  const states = new Map<number, { meta: StateMeta; untilMs: number }>();
  const byTwin = new Map<number, Set<number>>();

  function clear(): void {
    accounts.clear();
    states.clear();
    byTwin.clear();
  }

  return {
    clear,
    forget(twinIds) {
      for (const twinId of twinIds) {
        accounts.delete(twinId);
        for (const stateId of byTwin.get(twinId) ?? []) states.delete(stateId);
        byTwin.delete(twinId);
      }
    },
    async read(db, places, isWanted) {
      if (accounts.size > mostTwins || states.size > mostStates) clear();
      const strange = new Set(places.flatMap(({ twinId }) => (accounts.has(twinId) ? [] : [twinId])));
      for (const [twinId, accountId] of await readTwinAccounts(db, [...strange])) accounts.set(twinId, accountId);
      const nowMs = clock.now().getTime();
      const wanted = new Map<number, number>();
      for (const { stateId, twinId } of places) {
        const accountId = accounts.get(twinId);
        if (accountId !== undefined && isWanted(accountId)) wanted.set(stateId, twinId);
      }
      const missing = [...wanted.keys()].filter((id) => (states.get(id)?.untilMs ?? 0) <= nowMs);
      for (const [stateId, meta] of await readStateMeta(db, missing)) {
        states.set(stateId, { meta, untilMs: nowMs + keptMs });
        const twinId = wanted.get(stateId) ?? 0;
        const own = byTwin.get(twinId);
        if (own) own.add(stateId);
        else byTwin.set(twinId, new Set([stateId]));
      }
      return new Map(
        [...wanted.keys()].flatMap((id) => {
          const found = states.get(id);
          return found ? [[id, found.meta] as const] : [];
        }),
      );
    },
  };
}

/** Always from the database, for occasional values. */
export const databaseMetas: MetaSource = {
  async read(db, places, isWanted) {
    const accounts = await readTwinAccounts(db, [...new Set(places.map(({ twinId }) => twinId))]);
    const wanted = places.filter(({ twinId }) => isWanted(accounts.get(twinId) ?? 0));
    return readStateMeta(
      db,
      wanted.map(({ stateId }) => stateId),
    );
  },
};
