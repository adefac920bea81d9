import type { Database } from '../../../platform/db/db.ts';
import type { History, HistoryPoint } from '../../../platform/history/history.ts';
import { createStateCache, deriveTimeseries, takeSeqs, type Values, type ValueUpdate } from '../../states/index.ts';
import type { ComputedState } from '../demo.store.ts';

interface NewestDeps {
  database: Database;
  history: History;
  values: Pick<Values, 'begin'>;
}

const dayMs = 86_400_000;
/** Daily time-series states are computed shortly after midnight, when the day is complete. */
const afterMidnightMs = 7_200_000;

/** Computes states over whole days, for each day. */
async function writeTimeseries(
  { database, history }: NewestDeps,
  computed: readonly ComputedState[],
  span: [number, number],
) {
  const points: Pick<HistoryPoint, 'series' | 'at' | 'value'>[] = [];
  for (const { id, config } of computed) {
    if (config.source !== 'timeseries-aggregate') continue;
    for (let at = span[0] + 2 * dayMs + afterMidnightMs; at < span[1]; at += dayMs) {
      const derived = await deriveTimeseries({ history, db: undefined, options: config.timeseries, at });
      if (derived?.measuredAt != null) points.push({ series: id, at: derived.measuredAt, value: derived.value });
    }
  }
  const distinct = [...new Map(points.map((point) => [`${point.series} ${point.at}`, point])).values()];
  const seqs = await takeSeqs(database.db, distinct.length);
  const whole = distinct.map((point, index) => ({
    ...point,
    shard: 0,
    seq: seqs[index] ?? 0,
    source: 'live' as const,
  }));
  await history.write(database.db, whole);
}

/** Applies the last past values as current values, with all effects except rules. */
export async function applyNewest(
  deps: NewestDeps,
  {
    stateIds,
    computed,
    span,
  }: { stateIds: readonly number[]; computed: readonly ComputedState[]; span: [number, number] },
): Promise<void> {
  const { database, history, values } = deps;
  await writeTimeseries(deps, computed, span);
  // Applies all values as one packet, so that states with several sources are computed once.
  const [seq = 0] = await takeSeqs(database.db, 1);
  const updates: ValueUpdate[] = [];
  for (const [stateId, [point]] of await history.latest(stateIds, 1)) {
    if (!point) continue;
    const at = new Date(point.at);
    const common = { shard: 0, seq, measuredAt: at, receivedAt: at, origin: 'live' as const, skipTransformer: true };
    updates.push({ ...common, stateId, value: point.value });
  }
  await database.db.transaction(async (tx) => {
    await values.begin(tx, createStateCache()).apply(tx, updates);
  });
}
