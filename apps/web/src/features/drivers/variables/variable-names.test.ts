import { describe, expect, it } from 'vitest';
import { isVariableName, nameProblems, stateKeyOf } from './variable-names.ts';

describe('names of variables', () => {
  it('have letters, digits, underscores and dots', () => {
    expect(['a', 'A_1.b', '1'].every(isVariableName)).toBe(true);
    expect(['', 'a b', 'ä', 'a-b', 'a'.repeat(101)].some(isVariableName)).toBe(false);
  });

  it('become keys of states', () => {
    expect(stateKeyOf('gps.lat.deg')).toBe('gps_lat_deg');
  });

  it('are told apart when they stand twice or differ in case alone', () => {
    const { repeated, caseOnly } = nameProblems(['a', 'A', 'b', 'b', '', '', 'c']);
    expect([...repeated]).toEqual(['b']);
    expect([...caseOnly].sort()).toEqual(['A', 'a']);
  });
});
