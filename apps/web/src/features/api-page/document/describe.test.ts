import { describe, expect, it } from 'vitest';
import { limitsAt, partsOf, typeText } from './describe.ts';
import type { JsonSchema } from './json-schema.ts';

const node: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, inner: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
  required: ['name'],
};
const shared = new Map([['Node', node]]);

describe('the type of a schema', () => {
  it.each([
    [{ type: 'string', format: 'date-time' }, 'string (date-time)'],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer | null'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Node' } }, 'object[]'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string | number'],
    [{ const: 'x' }, '"x"'],
    [{}, 'any'],
  ] as [JsonSchema, string][])('%j', (schema, text) => {
    expect(typeText(schema, shared)).toBe(text);
  });
});

describe('the limits of a schema', () => {
  it.each([
    [
      { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER, 'x-noun': 'twin' },
      [
        { kind: 'noun', text: 'twin' },
        { kind: 'value', from: 1, to: undefined },
      ],
    ],
    [
      { type: 'string', maxLength: 5, pattern: '^a' },
      [
        { kind: 'length', from: undefined, to: 5 },
        { kind: 'pattern', text: '^a' },
      ],
    ],
    [
      { type: 'string', enum: ['a', 'b'], default: 'a' },
      [
        { kind: 'values', texts: ['a', 'b'] },
        { kind: 'default', text: '"a"' },
      ],
    ],
    [{ type: 'integer', minimum: -Number.MAX_SAFE_INTEGER }, []],
    [
      { anyOf: [{ type: 'integer', minimum: 2 }, { type: 'null' }], default: null },
      [
        { kind: 'value', from: 2, to: undefined },
        { kind: 'default', text: 'null' },
      ],
    ],
  ] as [JsonSchema, unknown][])('%j', (schema, limits) => {
    expect(limitsAt(schema, shared)).toEqual(limits);
  });
});

describe('the parts of a schema', () => {
  const names = (schema: JsonSchema) =>
    partsOf(schema, shared).map(({ kind, name, isRequired }) => `${kind} ${name}${isRequired ? '*' : ''}`);

  it('are properties, items, values and variants', () => {
    expect(names(node)).toEqual(['property name*', 'property inner']);
    expect(names({ type: 'array', items: node })).toEqual(['property name*', 'property inner']);
    expect(names({ type: 'array', prefixItems: [{ type: 'integer' }] })).toEqual(['element ']);
    expect(names({ type: 'object', additionalProperties: { type: 'integer' } })).toEqual(['value ']);
    expect(names({ oneOf: [node, { type: 'object', properties: { kind: { const: 'b' } } }] })).toEqual([
      'variant ',
      'variant kind: "b"',
    ]);
  });

  it('omit everything that the type already says', () => {
    expect(names({ type: 'array', items: { type: 'string' } })).toEqual([]);
    expect(names({ anyOf: [{ type: 'string' }, { type: 'integer' }] })).toEqual([]);
    expect(names({ type: 'object', additionalProperties: false })).toEqual([]);
  });

  it('resolve null and references', () => {
    expect(names({ anyOf: [{ $ref: '#/components/schemas/Node' }, { type: 'null' }] })).toEqual([
      'property name*',
      'property inner',
    ]);
  });
});
