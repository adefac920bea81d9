import { describe, expect, it } from 'vitest';
import { blankMetric } from '../rule-draft.ts';
import { metricFacts } from './metric-facts.ts';

const state = (valueType: 'number' | 'string' | 'boolean' | null, unit = '') => ({
  title: 'Door',
  key: 'door',
  unit,
  valueType,
  dtwinId: 1,
  dtwinTitle: '',
});
const names = {
  states: new Map([
    [1, state('boolean')],
    [2, state('number', '°C')],
    [3, state(null)],
  ]),
  twins: new Map<number, string>(),
  connectors: new Map<number, string>(),
};
const answer = (value: string | number) => ({
  metrics: [{ alias: 'm', value, at: null, count: 1 }],
  conditions: null,
  isMet: null,
  abortedBy: null,
  problem: null,
  logs: [],
  durationMs: 1,
});
const fact = (part: object, value?: string | number) =>
  metricFacts([{ ...blankMetric, alias: 'm', ...part }], names, value === undefined ? undefined : answer(value))[0];

describe('the facts of a metric', () => {
  it('have the type of the state', () => {
    expect(fact({ stateId: 1 })).toMatchObject({ title: 'Door', valueType: 'boolean' });
    expect(fact({ stateId: 2 })).toMatchObject({ valueType: 'number', unit: '°C' });
  });

  it('have the type number for calculations, without a unit for counts', () => {
    expect(fact({ stateId: 1, historyMinutes: 5, operation: 'sum' })).toMatchObject({ valueType: 'number' });
    expect(fact({ stateId: 2, historyCount: 5, operation: 'count' })).toMatchObject({ unit: '' });
  });

  it('have the type of the current value for scripts and states without a type', () => {
    expect(fact({ stateId: 2, transformer: 'return "x"' }, 'x')).toMatchObject({ valueType: 'string', unit: '' });
    expect(fact({ stateId: 3 }, 'x')).toMatchObject({ valueType: 'string' });
  });

  it('are absent without an alias', () => {
    expect(fact({ alias: '', stateId: 1 })).toBeUndefined();
  });
});
