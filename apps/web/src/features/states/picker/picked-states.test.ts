import { describe, expect, it } from 'vitest';
import { joinPickedStates, keysByFrequency } from './picked-states.ts';

const state = (stateId: number, key = 'temperature') => ({
  stateId,
  key,
  title: key,
  unit: '',
  dtwinId: stateId,
  dtwinTitle: `Room ${stateId}`,
});

describe('joinPickedStates', () => {
  const ids = (states: { stateId: number }[]) => states.map(({ stateId }) => stateId);

  it('takes each state once and never the excluded ones', () => {
    const options = { max: 10, without: [3] };
    expect(ids(joinPickedStates([state(1)], [state(2), state(1), state(2), state(3)], options))).toEqual([1, 2]);
  });

  it('ends at the limit', () => {
    expect(ids(joinPickedStates([state(1)], [state(2), state(3)], { max: 2, without: [] }))).toEqual([1, 2]);
  });
});

describe('keysByFrequency', () => {
  it('names frequent keys first', () => {
    expect(keysByFrequency([state(1, 'b'), state(2, 'a'), state(3, 'a')])).toEqual(['a', 'b']);
  });
});
