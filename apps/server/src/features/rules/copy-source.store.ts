import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { stateView } from '../states/index.ts';
import { twinView } from '../twins/index.ts';
import { findNamedStates } from './rule-names.store.ts';

const listOf = (ids: Iterable<number>) => sql`${sql.param([...ids])}::bigint[]`;

async function findAccounts(db: Db, twinIds: Iterable<number>): Promise<Map<number, number>> {
  const rows = await db
    .select({ id: twinView.id, accountId: twinView.accountId })
    .from(twinView)
    .where(sql`${twinView.id} = any(${listOf(twinIds)})`);
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}

const placeOf = (twinId: number, key: string) => `${twinId} ${key.toLowerCase()}`;

async function findStatesOfTwins(db: Db, twinIds: Iterable<number>): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: stateView.id, twinId: stateView.twinId, key: stateView.key })
    .from(stateView)
    .where(sql`${stateView.twinId} = any(${listOf(twinIds)})`);
  return new Map(rows.map(({ id, twinId, key }) => [placeOf(twinId, key), id]));
}

export interface CopySources {
  /** The state that takes the place of a state in the rule of a copy; undefined if there is none. */
  stateFor(stateId: number, toTwinId: number): number | undefined;
  twinFor(twinId: number, toTwinId: number): number;
  /** The zone that takes the place of a zone; undefined if it belongs to another account. */
  zoneFor(zoneId: number, toTwinId: number): number | undefined;
}

interface Copy {
  fromTwinId: number;
  toTwinId: number;
}

/**
 * States of copied twins are replaced by those of the copy with the same key, copied zones by their copies; others stay
 * within the account.
 */
export async function findCopySources(
  db: Db,
  copies: readonly Copy[],
  { stateIds, zoneIds }: { stateIds: ReadonlySet<number>; zoneIds: ReadonlySet<number> },
): Promise<CopySources> {
  const fromOf = new Map(copies.map(({ fromTwinId, toTwinId }) => [toTwinId, fromTwinId]));
  const copiesOf = Map.groupBy(copies, ({ fromTwinId }) => fromTwinId);
  const homes = await findNamedStates(db, stateIds);
  const homeIds = [...homes.values()].map(({ twinId }) => twinId);
  const accountOf = await findAccounts(db, [...fromOf.keys(), ...homeIds, ...zoneIds]);
  const states = await findStatesOfTwins(db, fromOf.keys());

  function counterpart(twinId: number, toTwinId: number): number | undefined {
    if (fromOf.get(toTwinId) === twinId) return toTwinId;
    const made = copiesOf.get(twinId) ?? [];
    return made.length === 1 ? made[0]?.toTwinId : undefined;
  }

  const isSameAccount = (twinId: number, toTwinId: number) =>
    accountOf.has(twinId) && accountOf.get(twinId) === accountOf.get(toTwinId);

  return {
    stateFor(stateId, toTwinId) {
      const home = homes.get(stateId);
      if (!home) return undefined;
      const twinId = counterpart(home.twinId, toTwinId);
      if (twinId !== undefined) return states.get(placeOf(twinId, home.key));
      return isSameAccount(home.twinId, toTwinId) ? stateId : undefined;
    },
    twinFor: (twinId, toTwinId) => counterpart(twinId, toTwinId) ?? twinId,
    zoneFor: (zoneId, toTwinId) =>
      counterpart(zoneId, toTwinId) ?? (isSameAccount(zoneId, toTwinId) ? zoneId : undefined),
  };
}
