import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendRow, type Columns, dayMs, emptyColumns, type Row } from './columns.ts';
import { decodeChunk, decodeValues, encodeDay } from './day-codec.ts';
import { decodeHours } from './rollup.ts';

const day = Date.UTC(2025, 5, 1);

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((value) => value / 1000),
  fc.constantFrom(0, -0, 1e300, 5e-324, Number.MAX_SAFE_INTEGER, 2 ** 50, -(2 ** 50)),
);
const value: fc.Arbitrary<Pick<Row, 'kind' | 'number' | 'text'>> = fc.oneof(
  fc.record({ kind: fc.constant('n' as const), number, text: fc.constant(null) }),
  fc.record({ kind: fc.constant('b' as const), number: fc.constantFrom(0, 1), text: fc.constant(null) }),
  fc.record({ kind: fc.constantFrom('s', 'j'), number: fc.constant(null), text: fc.string({ unit: 'binary' }) }),
  fc.constant({ kind: 'z' as const, number: null, text: null }),
);
const row: fc.Arbitrary<Row> = fc
  .tuple(
    fc.record({
      at: fc.integer({ min: day, max: day + dayMs - 1 }),
      shard: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      seq: fc.maxSafeNat(),
      source: fc.constantFrom('l', 'm', 'r'),
    }),
    value,
  )
  .map(([place, content]) => ({ ...place, ...content }));

function columnsOf(rows: readonly Row[]): Columns {
  const columns = emptyColumns();
  for (const entry of rows.toSorted((a, b) => a.at - b.at)) appendRow(columns, entry);
  return columns;
}

/** Fills in the texts, which are omitted if no point has one, so that columns can be compared by index. */
const comparable = (columns: Columns) => ({ ...columns, text: columns.at.map((_, index) => columns.text[index]) });

const wandering = (count: number, stepMs: number) =>
  columnsOf(
    Array.from({ length: count }, (_, index) => {
      const level = Math.round(200 + 40 * Math.sin(index / 50) + ((index * 7919) % 11));
      const at = day + index * stepMs + ((index * 104_729) % 50);
      return { at, shard: 0, seq: 1_000_000 + index * 37, source: 'l', kind: 'n', number: level / 10, text: null };
    }),
  );

describe('a packed day', () => {
  it('gives back every point as it was', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 80 }), (rows) => {
        const columns = columnsOf(rows);
        const [part, ...more] = encodeDay(columns);
        expect(more).toEqual([]);
        const chunk = part?.chunk ?? Buffer.alloc(0);
        expect(comparable(decodeChunk(chunk))).toEqual(comparable(columns));
        expect(decodeValues(chunk)).toMatchObject({ at: columns.at, kind: columns.kind, number: columns.number });
        expect(part).toMatchObject({ points: columns.at.length, firstAt: columns.at[0], lastAt: columns.at.at(-1) });
      }),
      { numRuns: 300 },
    );
  });

  it('takes less than eight bytes a point for a sensor with one decimal', () => {
    const bytes = encodeDay(wandering(8_640, 10_000)).reduce((total, part) => total + part.chunk.length, 0);
    expect(bytes / 8_640).toBeLessThan(8);
  });

  it('is split where it holds very many points', () => {
    const columns = wandering(86_400, 1_000);
    const parts = encodeDay(columns);
    expect(parts.length).toBe(2);
    expect(parts.flatMap((part) => decodeChunk(part.chunk).at)).toEqual(columns.at);
  });

  it('has hourly rollups that say what its points say', () => {
    const columns = wandering(8_640, 10_000);
    const hours = decodeHours(encodeDay(columns)[0]?.hours ?? Buffer.alloc(0), 'last');
    expect(hours.hour).toHaveLength(24);
    for (const [place, hour] of hours.hour.entries()) {
      const [count, sum, min] = [hours.count[place], hours.sum[place], hours.min[place]];
      const [max, first, last] = [hours.max[place], hours.first[place], hours.last[place]];
      const values = columns.number.filter(
        (_, index) => Math.floor(((columns.at[index] ?? 0) - day) / 3_600_000) === hour,
      );
      expect({ count, min, max, first, last }).toEqual({
        count: values.length,
        min: Math.min(...values),
        max: Math.max(...values),
        first: values[0],
        last: values.at(-1),
      });
      expect(sum).toBeCloseTo(
        values.reduce((total, entry) => total + entry, 0),
        6,
      );
    }
  });

  it('has no rollups of a few points an hour, nor beside values that are no numbers', () => {
    expect(encodeDay(wandering(96, 900_000))[0]?.hours).not.toBeNull();
    expect(encodeDay(wandering(48, 1_800_000))[0]?.hours).toBeNull();
    const mixed = wandering(8_640, 10_000);
    mixed.kind[5] = 'z';
    mixed.number[5] = Number.NaN;
    expect(encodeDay(mixed)[0]?.hours).toBeNull();
  });

  it('is refused when it is cut off', () => {
    const chunk = encodeDay(wandering(100, 1_000))[0]?.chunk ?? Buffer.alloc(0);
    for (const length of [0, 1, 5, 100, chunk.length - 1]) {
      expect(() => decodeChunk(chunk.subarray(0, length))).toThrow(RangeError);
    }
  });
});
