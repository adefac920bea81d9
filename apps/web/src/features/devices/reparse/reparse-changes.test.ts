import { describe, expect, it } from 'vitest';
import { reparseChanges } from './reparse-changes.ts';

const after = (values: Record<string, number | string>) => ({ variables: [{ time: null, values }], error: null });

describe('reparseChanges', () => {
  it('names what changes, comes and goes', () => {
    const before = { _raw: 1, temperature: 21, humidity: 40, same: 1 };
    expect(reparseChanges({ before, after: after({ temperature: 2.1, same: 1, 'env.light': 3 }) })).toEqual([
      { key: 'temperature', before: 21, after: 2.1 },
      { key: 'humidity', before: 40, after: undefined },
      { key: 'env_light', before: undefined, after: 3 },
    ]);
  });

  it('tells why the driver fails now', () => {
    const error = { code: 'PARSER_FAILED', message: 'x is not defined', line: 3 };
    expect(reparseChanges({ before: { temperature: 1 }, after: { variables: [], error } })).toEqual([
      { key: '', before: undefined, after: 'x is not defined' },
    ]);
  });
});
