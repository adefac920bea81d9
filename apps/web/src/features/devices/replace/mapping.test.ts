import { describe, expect, it } from 'vitest';
import { doubled, mappingOf, newVariables, type Preview } from './mapping.ts';

const state = (id: number, proposed: string | null) => ({
  ...{ id, key: `k${id}`, title: '', unit: '', valueType: 'number' as const, variable: 'old', proposed },
});
const preview: Preview = {
  states: [state(1, 'a'), state(2, null)],
  variables: ['a', 'b', 'c'].map((name) => ({ name, title: '', unit: '', valueType: 'number' as const })),
};

describe('the mapping of states to the variables of another sensor', () => {
  it('begins with the proposal and keeps what was chosen', () => {
    expect(mappingOf(preview, {})).toEqual([
      { stateId: 1, variable: 'a' },
      { stateId: 2, variable: null },
    ]);
    expect(mappingOf(preview, { 1: null, 2: 'b' })).toEqual([
      { stateId: 1, variable: null },
      { stateId: 2, variable: 'b' },
    ]);
  });

  it('knows which variables get a new state, and which are chosen twice', () => {
    expect(newVariables(preview, { 2: 'b' })).toEqual(['c']);
    expect([...doubled(preview, { 2: 'a' })]).toEqual(['a']);
    expect([...doubled(preview, { 1: null, 2: null })]).toEqual([]);
  });
});
