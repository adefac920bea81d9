import { expect, it } from 'vitest';
import { type Bundle, bundlesOf, columnsOf } from './bundle.ts';
import type { HistoryPoint, JsonValue } from './history.ts';

const day = Date.UTC(2026, 2, 1);
const pointOf = (series: number, at: number, value: JsonValue, seq = 0): HistoryPoint => ({
  ...{ series, at, value, seq },
  shard: 3,
  source: 'live',
});

/** Copies the bytes of each row, because they are valid only until the next row. */
const rowsOf = (points: readonly HistoryPoint[]): Bundle[] => [
  ...bundlesOf(points).map((row) => ({ ...row, points: Buffer.from(row.points) })),
];

const shapes = (points: readonly HistoryPoint[]) =>
  rowsOf(points).map(({ points: bytes, ...row }) => ({ ...row, bytes: bytes.length }));

it('puts neighbours of one day into one row, and others into others', () => {
  const points = [
    pointOf(17, day + 5, 1),
    pointOf(3, day + 9, 2),
    pointOf(0, day + 2, 3),
    pointOf(3, day - 1, 4),
    pointOf(15, day + 4, true),
  ];
  expect(shapes(points)).toEqual([
    { bundle: 0, at: day + 9, firstAt: day + 2, members: 0b1001, bytes: 62 },
    { bundle: 0, at: day - 1, firstAt: day - 1, members: 0b1000, bytes: 31 },
    { bundle: 0, at: day + 4, firstAt: day + 4, members: 1 << 15, bytes: 31 },
    { bundle: 1, at: day + 5, firstAt: day + 5, members: 0b10, bytes: 31 },
  ]);
});

it('ends a row before it grows too long, and gives a long text a row to itself', () => {
  const many = Array.from({ length: 130 }, (_, index) => pointOf(1, day + index, index));
  expect(shapes(many).map(({ bytes }) => bytes / 31)).toEqual([60, 60, 10]);
  const long = 'ü'.repeat(3_000_000);
  // The buffer enlarged for a long text must not allow longer rows afterwards.
  expect(shapes([pointOf(0, day, long), ...many]).map(({ bytes }) => bytes)).toEqual([6_000_035, 1_860, 1_860, 310]);
  const rows = rowsOf([pointOf(1, day, 'short'), pointOf(2, day, long), pointOf(3, day, long), pointOf(4, day, 1)]);
  expect(rows.map(({ members }) => members)).toEqual([0b10, 0b100, 0b1000, 0b10000]);
  expect(columnsOf(rows).map(({ columns }) => columns.text[0]?.length)).toEqual([5, 3_000_000, 3_000_000, undefined]);
});

it('keeps series and numbers of packets that take all the room there is', () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const points = [largest, 2 ** 40 + 1, 2 ** 40, 1].map((series, index) => pointOf(series, day, index / 8, largest));
  const found = columnsOf(rowsOf(points));
  expect(found.map(({ series, columns }) => [series, columns.number, columns.seq])).toEqual([
    [1, [0.375], [largest]],
    [2 ** 40, [0.25], [largest]],
    [2 ** 40 + 1, [0.125], [largest]],
    [largest, [0], [largest]],
  ]);
});

it('brings rows of any order into the order of time, and keeps one point of a time', () => {
  const rows = [
    ...rowsOf([pointOf(1, day + 30, 3), pointOf(1, day + 10, 'old', 1)]),
    ...rowsOf([pointOf(1, day + 20, null), pointOf(1, day + 10, 'new', 2)]),
  ];
  const [found] = columnsOf(rows.toReversed());
  expect(found?.columns).toMatchObject({
    at: [day + 10, day + 20, day + 30],
    kind: ['s', 'z', 'n'],
    text: ['new', undefined, undefined],
    seq: [2, 0, 0],
  });
});
