import type { HistoryPoint } from '../../apps/server/src/platform/history/history.ts';

export const dayMs = 86_400_000;
export const firstDay = Date.UTC(2025, 8, 1);
/** By default, one series reports every ten seconds and all others every quarter of an hour. */
export const denseSeries = 1;
const stepMs = 10_000;
const sparseMs = 900_000;

export interface Fleet {
  sparse: number[];
  days: number;
  denseMs: number;
  points: number;
}

export function fleetOf(wantedPoints: number, { days = 30, denseMs = stepMs } = {}): Fleet {
  const densePoints = (days * dayMs) / denseMs;
  const sparsePoints = (days * dayMs) / sparseMs;
  const count = Math.max(100, Math.round((wantedPoints - densePoints) / sparsePoints));
  return {
    sparse: Array.from({ length: count }, (_, index) => denseSeries + 1 + index),
    days,
    denseMs,
    points: densePoints + count * sparsePoints,
  };
}

/** A seeded generator, so that all runs measure the same points. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Batches of one day in chronological order: values with one decimal in a random walk, times with jitter. */
export function* batchesOf(fleet: Fleet, day: number, batchPoints: number): Generator<HistoryPoint[]> {
  const random = createRandom(day + 1);
  const levels = new Map<number, number>();
  const start = firstDay + day * dayMs;
  let seq = day * 10_000_000;
  let batch: HistoryPoint[] = [];
  const add = (series: number, at: number) => {
    const level = Math.round((levels.get(series) ?? 200) + (random() - 0.5) * 10);
    levels.set(series, level);
    seq += 1;
    const point = {
      series,
      at: at + Math.floor(random() * 50),
      shard: 0,
      seq,
      value: level / 10,
      source: 'live',
    } as const;
    batch.push(point);
  };
  // Devices don't report at the same time: each has its own offset in the quarter.
  const offsets = sparseMs / stepMs;
  const byOffset = Map.groupBy(fleet.sparse, (series) => series % offsets);
  for (let step = 0; step < dayMs / stepMs; step += 1) {
    const at = start + step * stepMs;
    if ((at - start) % fleet.denseMs === 0) add(denseSeries, at);
    for (const series of byOffset.get((offsets - (step % offsets)) % offsets) ?? []) {
      add(series, at);
      if (batch.length < batchPoints) continue;
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
