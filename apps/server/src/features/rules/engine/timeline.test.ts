import { describe, expect, it } from 'vitest';
import type { AppliedValue } from '../../states/index.ts';
import { timelineOf } from './timeline.ts';

const received = (
  stateId: number,
  receivedAtMs: number,
  shard: number,
  seq: number,
  more: object = {},
): AppliedValue => ({
  ...{ stateId, twinId: stateId, key: 'n', value: seq, origin: 'live', status: 0, isNewest: true, problem: null },
  ...{ valueBefore: null, measuredAtBefore: null, isComputed: false },
  measuredAt: new Date(receivedAtMs),
  receivedAt: new Date(receivedAtMs),
  ...{ shard, seq, ...more },
});

const orderOf = (values: readonly AppliedValue[]) =>
  timelineOf(values).values.map(({ stateId, value }) => [stateId, value]);

describe('the order of new values', () => {
  it('is that of their arrival', () => {
    expect(orderOf([received(1, 120, 1, 8), received(2, 100, 2, 3)])).toEqual([
      [2, 3],
      [1, 8],
    ]);
  });

  it('is that of their numbers within a shard, when the clock was set back between them', () => {
    expect(orderOf([received(1, 130, 1, 7), received(1, 100, 1, 8)])).toEqual([
      [1, 7],
      [1, 8],
    ]);
  });

  it.each([
    ['another shard', 2],
    ['the same shard', 1],
  ])('does not change for a packet that arrived in the same millisecond as a late one of %s', (_, shard) => {
    const late = [received(2, 130, shard, 20), received(2, 100, shard, 21)];
    const own = [received(1, 100, 1, 7), received(1, 120, 1, 8)];
    const ofOne = orderOf([...own, ...late]).filter(([stateId]) => stateId === 1);
    expect(ofOne).toEqual([
      [1, 7],
      [1, 8],
    ]);
  });

  it('keeps computed values with the packet that they derive from', () => {
    const packet = { shard: 1, seq: 8 };
    const values = [received(1, 130, 1, 7), received(1, 100, 1, 8), received(3, 100, 0, 900, { packet })];
    expect(orderOf(values).at(-1)).toEqual([3, 900]);
  });
});
