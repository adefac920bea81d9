import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleOf } from './example.ts';
import type { JsonSchema } from './json-schema.ts';

const none = new Map<string, JsonSchema>();

describe('an example of a schema', () => {
  it.each([
    ['texts', z.object({ name: z.string().min(8).max(50), mail: z.email(), at: z.iso.datetime() })],
    ['numbers', z.object({ id: z.int().positive(), part: z.number().min(5).max(6), below: z.int().max(-3) })],
    ['choices', z.object({ kind: z.enum(['b', 'a']), fixed: z.literal('x'), either: z.union([z.null(), z.int()]) })],
    ['lists', z.object({ two: z.array(z.object({ key: z.string() })).min(2), pair: z.tuple([z.int(), z.string()]) })],
    ['defaults', z.object({ limit: z.int().min(1).default(20) })],
    ['patterns', z.object({ colour: z.string().regex(/^#[0-9a-f]{6}$/), time: z.string().regex(/^\d\d:\d\d$/) })],
    ['maps', z.object({ names: z.record(z.string(), z.int()) })],
    ['variants', z.discriminatedUnion('type', [z.object({ type: z.literal('a'), n: z.int() })])],
  ])('of %s is valid by the schema', (_, schema) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    expect(() => schema.parse(exampleOf(json, none))).not.toThrow();
  });

  it('contains everything if nothing is required', () => {
    const schema: JsonSchema = { type: 'object', properties: { title: { type: 'string' }, size: { type: 'integer' } } };
    expect(exampleOf(schema, none)).toEqual({ title: 'text', size: 1 });
  });

  it('ends for recursive schemas', () => {
    const node: JsonSchema = {
      type: 'object',
      properties: { inner: { type: 'array', items: { $ref: '#/components/schemas/Node' }, minItems: 1 } },
      required: ['inner'],
    };
    expect(JSON.stringify(exampleOf(node, new Map([['Node', node]])))).toContain('inner');
  });
});
