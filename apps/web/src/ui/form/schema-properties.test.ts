import { describe, expect, it } from 'vitest';
import { schemaProperties } from './schema-properties.ts';

describe('schemaProperties', () => {
  it('tells shape, words and need of each property', () => {
    const schema = {
      type: 'object',
      properties: {
        region: { type: 'string', enum: ['EU868', 'US915'], title: 'Region' },
        interval: { type: 'integer', default: 60 },
        active: { type: 'boolean' },
        gateways: { type: 'array', items: { type: 'string' } },
        appKey: { type: 'string', description: '32 digits' },
      },
      required: ['region', 'interval', 'appKey'],
    };
    const found = schemaProperties(schema).map(({ key, shape, isRequired }) => [key, shape, isRequired]);
    expect(found).toEqual([
      ['region', 'choice', true],
      ['interval', 'number', false],
      ['active', 'switch', false],
      ['gateways', 'texts', false],
      ['appKey', 'text', true],
    ]);
    expect(schemaProperties(schema)[0]).toMatchObject({ label: 'Region', choices: ['EU868', 'US915'] });
    expect(schemaProperties(schema)[4]).toMatchObject({ label: 'appKey', help: '32 digits' });
  });

  it('asks for nothing where there is nothing', () => {
    expect(schemaProperties({ type: 'object', properties: {} })).toEqual([]);
    expect(schemaProperties({})).toEqual([]);
  });
});
