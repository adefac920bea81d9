import fc from 'fast-check';
import { type BucketQuery, bucketFunctions, bucketIntervals, type HistoryPoint, type JsonValue } from '../history.ts';

/** Random points and queries for the conformance suite. */

const dayMs = 86_400_000;

/** Each start lies a day or two before a clock change in one of the zones below. */
const firstDays = ['2025-03-08', '2025-03-29', '2025-04-05', '2025-04-24', '2025-10-04', '2025-10-25', '2025-11-01'];

/** Zones with full, half and quarter hour offsets; clock changes at night, over midnight and by half an hour. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
];

/** Multiples of a quarter add up without rounding, so sums compare exactly in any order of addition. */
const numbers = fc.integer({ min: -4000, max: 4000 }).map((quarters) => quarters / 4);

const values: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 12, arbitrary: numbers },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 3 }), numbers, { maxKeys: 2, noNullPrototype: true }) },
);

/** Few distinct times, shards and sequence numbers, so that points collide and repeat. */
const pointsOf = (series: readonly number[], firstDay: number): fc.Arbitrary<HistoryPoint> =>
  fc
    .record({
      series: fc.constantFrom(...series),
      quarter: fc.integer({ min: 0, max: 4 * 24 * 4 - 1 }),
      ms: fc.constantFrom(0, 1, 299_999, 300_000, 899_999),
      shard: fc.integer({ min: 0, max: 2 }),
      seq: fc.integer({ min: 0, max: 5 }),
      source: fc.constantFrom('live', 'manual', 'rederived'),
      value: values,
    })
    .map(({ quarter, ms, ...rest }) => ({ ...rest, at: firstDay + quarter * 900_000 + ms }));

export type Action =
  | { do: 'write'; batch: number }
  | { do: 'pack'; day: number; killAtStep: number | undefined }
  | { do: 'prepare' };

export interface Story {
  firstDay: number;
  batches: HistoryPoint[][];
  /** Any batch may be repeated: before, between and after packing. */
  actions: Action[];
  query: Omit<BucketQuery, 'series'>;
}

/** A packet has one value per series and time: of points with the same key the first is kept. */
function distinct(batches: HistoryPoint[][]): HistoryPoint[][] {
  const seen = new Set<string>();
  return batches.map((batch) =>
    batch.filter(({ series, at, shard, seq, source }) => {
      const key = [series, at, shard, seq, source].join();
      return !seen.has(key) && seen.add(key);
    }),
  );
}

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), batch: fc.nat({ max: 2 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pack' as const),
      day: fc.nat({ max: 3 }),
      killAtStep: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'prepare' as const }) },
);

export const stories = (series: readonly number[]): fc.Arbitrary<Story> =>
  fc.constantFrom(...firstDays).chain((day) => {
    const firstDay = Date.parse(`${day}T00:00:00Z`);
    const edges = fc.oneof(
      fc.constantFrom(firstDay - dayMs, firstDay, firstDay + dayMs, firstDay + 5 * dayMs),
      fc.integer({ min: firstDay, max: firstDay + 4 * dayMs }),
      fc.integer({ min: 0, max: 96 }).map((hour) => firstDay + hour * 3_600_000),
    );
    return fc.record({
      firstDay: fc.constant(firstDay),
      batches: fc
        .array(fc.array(pointsOf(series, firstDay), { maxLength: 60 }), { minLength: 3, maxLength: 3 })
        .map(distinct),
      actions: fc.array(action, { minLength: 3, maxLength: 10 }),
      query: fc
        .record({
          edges: fc.tuple(edges, edges),
          interval: fc.constantFrom(...bucketIntervals),
          fn: fc.constantFrom(...bucketFunctions),
          zone: fc.constantFrom(...zones),
          firstWeekday: fc.integer({ min: 1, max: 7 }),
        })
        .map(({ edges: [a, b], ...rest }) => ({ from: Math.min(a, b), to: Math.max(a, b), ...rest })),
    });
  });
