import { metricOperations } from '@stellwerk/contract/rule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../platform/history/history.ts';
import { type MetricPoints, metricValue, windowOf } from '../metric.ts';
import { ruleOf } from '../testing/rules.fixture.ts';
import { createCursor } from './cursor.ts';
import type { Series } from './series.ts';

const numberOf = (value: JsonValue) =>
  typeof value === 'number' || typeof value === 'boolean' ? Number(value) : Number.NaN;

function seriesOf(points: MetricPoints): Series {
  const values = points.map(([, value]) => value);
  return {
    at: Float64Array.from(points, ([at]) => at),
    number: Float64Array.from(values, numberOf),
    values: values.every((value) => typeof value === 'number') ? null : values,
    first: 0,
  };
}

const decimals = fc.integer({ min: -5_000, max: 5_000 }).map((value) => value / 100);
const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 5, arbitrary: decimals },
  fc.boolean(),
  fc.constantFrom(null, 'off', [1]),
);
const gaps = fc.array(fc.integer({ min: 1, max: 180_000 }), { minLength: 1, maxLength: 120 });
const history = fc.record({
  historyMinutes: fc.option(fc.integer({ min: 1, max: 40 })),
  historyCount: fc.option(fc.integer({ min: 1, max: 30 })),
});

describe('a metric on its way through the past', () => {
  it.each(metricOperations)('%s is what it is of the points themselves, at every moment', (operation) => {
    fc.assert(
      fc.property(gaps, fc.boolean(), history, fc.infiniteStream(anyValue), (times, isPlain, need, stream) => {
        let atMs = 1_000_000;
        const points: MetricPoints = times.map((gap) => {
          atMs += gap;
          let value = stream.next().value ?? null;
          while (isPlain && typeof value !== 'number') value = stream.next().value ?? null;
          return [atMs, value];
        });
        const [metric] = ruleOf({ metrics: [{ alias: 'a', stateId: 1, operation, ...need }] }).metrics;
        if (!metric) throw new Error('there is one');
        const cursor = createCursor(metric, seriesOf(points));
        const moments = [...points.map(([at]) => at), atMs + 60_000, atMs + 3_000_000];
        for (const [index, moment] of moments.entries()) {
          // Some moments are skipped, as for a rule that is only triggered by time.
          if (index % 5 === 3) continue;
          cursor.advance(moment);
          const known = points.filter(([at]) => at <= moment);
          const wanted = metricValue(metric, windowOf(metric, known, moment));
          expect(cursor.value()).toEqual(wanted);
          if (cursor.isList) expect(cursor.listOf(cursor.from, cursor.to)).toEqual(wanted);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps no trace of numbers that have left the window', () => {
    const values = [1e300, 0.1, 1e-300, 0.2, 3, 4];
    const [metric] = ruleOf({ metrics: [{ alias: 'a', stateId: 1, operation: 'sum', historyCount: 2 }] }).metrics;
    if (!metric) throw new Error('there is one');
    const cursor = createCursor(metric, seriesOf(values.map((value, index) => [index, value])));
    const sums = values.map((_, index) => {
      cursor.advance(index);
      return cursor.value();
    });
    expect(sums).toEqual([1e300, 1e300, 0.1, 0.2, 3.2, 7]);
  });
});
