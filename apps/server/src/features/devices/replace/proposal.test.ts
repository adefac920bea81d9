import { describe, expect, it } from 'vitest';
import { proposeVariables } from './proposal.ts';

const variable = (name: string, unit = '') => ({ name, title: '', unit, valueType: 'number' as const });
const state = (id: number, variable: string, unit = '', key = variable) => ({
  ...{ id, key, unit, variable, valueType: 'number' },
});
const propose = (states: ReturnType<typeof state>[], variables: ReturnType<typeof variable>[]) =>
  Object.fromEntries(proposeVariables(states, variables));

describe('the proposed variables of another sensor', () => {
  it.each([
    ['the same name', [state(1, 'temperature')], [variable('humidity'), variable('temperature')], { 1: 'temperature' }],
    ['a name in other letters', [state(1, 'Temperature')], [variable('temperature')], { 1: 'temperature' }],
    [
      'the same key',
      [state(1, 'temp', '', 'air_temperature')],
      [variable('air.temperature')],
      { 1: 'air.temperature' },
    ],
    ['the only one with its unit', [state(1, 'temp', '°C')], [variable('t1', '°C'), variable('b', 'V')], { 1: 't1' }],
  ])('has %s', (_what, states, variables, expected) => {
    expect(propose(states, variables)).toEqual(expected);
  });

  it('leaves open what is not certain', () => {
    expect(propose([state(1, 'temp', '°C')], [variable('t1', '°C'), variable('t2', '°C')])).toEqual({});
    expect(propose([state(1, 'a', '°C'), state(2, 'b', '°C')], [variable('t1', '°C')])).toEqual({});
    expect(propose([state(1, 'a')], [variable('b')])).toEqual({});
  });

  it('gives each variable to one state, the most certain one', () => {
    expect(propose([state(1, 'temp', '°C'), state(2, 't1', '°C')], [variable('t1', '°C')])).toEqual({ 2: 't1' });
  });
});
