import type { Db } from '../../../platform/db/db.ts';
import type { CarryRules, CopyAuthor, LeftOutRule, TwinStatesPort } from '../ports.ts';

export interface SynchroniseDeps {
  states: Pick<TwinStatesPort, 'synchronise'>;
  carryRules: CarryRules;
}

interface Synchronisation {
  fromTwinId: number;
  toTwinIds: number[];
  dryRun: boolean;
}

export const noRules = { creates: 0, overwrites: 0, leftOut: [] as LeftOutRule[] };

export interface TwinChanges {
  creates: number;
  overwrites: number;
  rules: typeof noRules;
}

/** Brings the states of a twin to others by key, then its rules by title. */
export const createSynchroniser =
  ({ states, carryRules }: SynchroniseDeps) =>
  async (db: Db, author: CopyAuthor, synchronisation: Synchronisation): Promise<Map<number, TwinChanges>> => {
    const { fromTwinId, toTwinIds, dryRun } = synchronisation;
    const changes = await states.synchronise(db, fromTwinId, toTwinIds, { author, dryRun });
    const copies = toTwinIds.map((toTwinId) => ({ fromTwinId, toTwinId }));
    const carried = new Map(
      (await carryRules(db, { author, copies, dryRun })).map(({ twinId, ...rules }) => [twinId, rules]),
    );
    return new Map(
      changes.map(({ twinId, ...counts }) => [twinId, { ...counts, rules: carried.get(twinId) ?? noRules }]),
    );
  };
