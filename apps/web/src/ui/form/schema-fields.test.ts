import { expect, it } from 'vitest';
import { z } from 'zod';
import { initialOptions, schemaAt, schemaFieldAt, schemaFields } from './schema-fields.ts';

const options = z.object({
  url: z.url().max(500),
  topics: z.array(z.string()).min(1),
  qos: z.literal([0, 1, 2]).default(1),
  version: z.enum(['3.1', '3.1.1']).optional(),
  flags: z.array(z.enum(['a', 'b'])).default([]),
  note: z.string().nullable().default(null),
  clean: z.boolean().default(true),
  seconds: z.int().min(5),
  rules: z.array(z.object({ topic: z.string() })).default([]),
});
const fields = schemaFields(z.toJSONSchema(options, { io: 'input' }));

it('finds the input for each setting', () => {
  expect(Object.fromEntries(fields.map(({ name, shape }) => [name, shape]))).toEqual({
    url: 'text',
    topics: 'texts',
    qos: 'choice',
    version: 'choice',
    flags: 'choices',
    note: 'text',
    clean: 'switch',
    seconds: 'number',
    rules: 'json',
  });
});

it('finds required settings and the choices', () => {
  expect(fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)).toEqual(['url', 'topics', 'seconds']);
  const choices = fields.map(({ name, choices }) => [name, choices] as const).filter(([, found]) => found.length > 0);
  expect(Object.fromEntries(choices)).toEqual({ qos: [0, 1, 2], version: ['3.1', '3.1.1'], flags: ['a', 'b'] });
});

it('begins with the defaults', () => {
  expect(initialOptions(fields)).toEqual({ topics: [], qos: 1, flags: [], note: null, clean: true, rules: [] });
});

it('finds no fields without a schema', () => {
  expect(schemaFields({})).toEqual([]);
});

it('finds nested fields by their path', () => {
  const nested = z.toJSONSchema(
    z.object({
      gauge: z.object({ min: z.number().default(0), unit: z.string() }).prefault({ unit: '' }),
      rules: z.array(z.object({ value: z.number() })).default([]),
    }),
    { io: 'input' },
  );
  expect(schemaFieldAt(nested, 'gauge.min')).toMatchObject({ name: 'gauge.min', shape: 'number', isRequired: false });
  expect(schemaFieldAt(nested, 'gauge.unit')).toMatchObject({ shape: 'text', isRequired: true });
  expect(schemaFieldAt(nested, 'gauge.gone')).toBeUndefined();
  expect(schemaFieldAt(nested, 'constructor.name')).toBeUndefined();
  expect(schemaAt(nested, 'rules.value')).toMatchObject({ type: 'number' });
});
