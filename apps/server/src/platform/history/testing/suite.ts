import type { Db } from '../../db/db.ts';
import type { History, HistoryPoint } from '../history.ts';

export interface HistoryHarness {
  db: Db;
  history: History;
  /** Lets packing fail at its n-th step, counted from 1, as if the process had been killed there. */
  killPackAt(step: number | undefined): void;
  close(): Promise<void>;
}

export const dayMs = 86_400_000;
export const day = Date.UTC(2025, 9, 26);

/** Helpers of the tests; the harness is created only when they run. */
export interface Suite {
  db(): Db;
  history(): History;
  killPackAt(step: number | undefined): void;
  /** Creates new series for each test, so that nothing needs to be cleared. */
  newSeries(): number;
  write(points: readonly HistoryPoint[]): Promise<void>;
  everything(series: number): Promise<HistoryPoint[]>;
}

export function createSuite(harness: () => HistoryHarness): Suite {
  let lastSeries = 0;
  return {
    db: () => harness().db,
    history: () => harness().history,
    killPackAt: (step) => harness().killPackAt(step),
    newSeries() {
      lastSeries += 1;
      return lastSeries;
    },
    write: (points) => harness().history.write(harness().db, points),
    everything: (series) =>
      harness().history.range({ series, from: 0, to: Date.UTC(2100, 0), limit: 1_000_000, order: 'ascending' }),
  };
}

export const numbers = (
  series: number,
  count: number,
  stepMs: number,
  valueAt = (index: number) => index,
): HistoryPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    series,
    at: day + index * stepMs,
    shard: 1,
    seq: index,
    value: valueAt(index),
    source: 'live',
  }));
