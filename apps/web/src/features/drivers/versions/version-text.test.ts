import { describe, expect, it } from 'vitest';
import type { Content } from '../draft/content.ts';
import { newField } from '../parser/parser-start.ts';
import { versionText } from './version-text.ts';

const content: Content = {
  parser: {
    type: 'multi',
    cases: [{ match: { port: 2 }, fields: [{ ...newField('t'), endian: 'little', factor: 0.1, unit: '°C' }] }],
  },
  variables: [{ name: 't', title: 'Warm', valueType: 'number', unit: '°C', expression: 'v.t + 1' }],
  health: [
    {
      identifier: 'low',
      category: 'battery',
      severity: 'warning',
      stateKeys: ['t'],
      check: 'return\n1;',
      durationMinutes: 5,
      message: 'Low',
    },
  ],
  downlinks: [{ name: 'on', port: 1, payload: '01', encoding: 'base16', confirmed: true, gatewayIds: [] }],
  notes: 'first\nsecond',
};

describe('versionText', () => {
  it('has a line for each thing', () => {
    expect(versionText(content)).toEqual({
      parser: ['[multi]', 'case {"port":2}', '  t: uint 8 bit little × 0.1 °C'],
      variables: ['t: number °C “Warm” = v.t + 1'],
      health: ['low: battery, warning, 5 min, [t] “Low”', '  return', '  1;'],
      downlinks: ['on: port 1, base16 01, confirmed'],
      notes: ['first', 'second'],
    });
  });
});
