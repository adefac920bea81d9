import type { Place } from '../../../ingest/apply/ports.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type Places, stepGeofences } from '../evaluate/index.ts';
import type { Wakeup } from './record.store.ts';
import type { ReadyRule, TriggeredRules } from './rule-cache.ts';
import { lockMemories, type RuleMemory } from './status.store.ts';
import type { Due } from './timeline.ts';

export interface Moves {
  due: Due[];
  /** Locked, because they store where the twins were. */
  memories: Map<number, RuleMemory>;
  wakeups: Wakeup[];
}

/** The stored geofence state, or none if it belongs to the triggers of another revision. */
export const placesOf = ({ geofences }: RuleMemory, { revision }: ReadyRule): Places =>
  geofences?.revision === revision ? geofences.places : {};

/** Moves twins to their new places, and collects the geofence triggers that fire on the way. */
export async function moveTwins(
  db: Db,
  { geofenced, zones }: TriggeredRules,
  places: readonly Place[],
  now: Date,
): Promise<Moves> {
  const concerned = places.filter(({ twinId }) => geofenced.has(twinId));
  const rules = concerned.flatMap(({ twinId }) => geofenced.get(twinId) ?? []);
  const memories = await lockMemories(db, [...new Set(rules.map(({ id }) => id))]);
  const moves: Moves = { due: [], memories, wakeups: [] };
  const inOrder = concerned.toSorted((a, b) => a.measuredAt.getTime() - b.measuredAt.getTime());
  for (const { twinId, latitude, longitude, measuredAt } of inOrder) {
    const position = { latitude, longitude, atMs: measuredAt.getTime() };
    for (const rule of geofenced.get(twinId) ?? []) {
      const memory = memories.get(rule.id);
      if (!memory) continue;
      const step = stepGeofences(rule, placesOf(memory, rule), position, zones);
      memory.geofences = { revision: rule.revision, places: step.places };
      for (const { key, atMs } of step.wakeups) {
        moves.wakeups.push({ ruleId: rule.id, kind: 'dwell', key, atMs, payload: {} });
      }
      for (const trigger of step.fired) {
        moves.due.push({ rule, atMs: now.getTime(), upTo: 0, trigger, stateIds: new Set(), shard: 0, seq: 0 });
      }
    }
  }
  return moves;
}
