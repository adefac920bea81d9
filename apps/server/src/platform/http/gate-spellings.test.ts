import { idOf, textIdOf } from '@stellwerk/contract/core/id';
import { textList } from '@stellwerk/contract/core/query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSpellings, textSpellings } from '../../../test/spellings.ts';
import type { Parts } from './gate.ts';
import { foreignId, ownId, pass, type Shapes } from './testing/gate.fixture.ts';

const numberParsers: Record<string, (text: string) => unknown> = {
  Number,
  parseInt: (text) => Number.parseInt(text, 10),
  parseFloat: Number.parseFloat,
  BigInt: (text) => Number(BigInt(text)),
  JSON: (text) => JSON.parse(text),
  ownNumber: (text) => Number(text.normalize('NFKC').replaceAll(/[^\d]/g, '')),
};

/** A schema that accepts as an id everything that the parser can read. */
const lax = (parse: (text: string) => unknown) =>
  z.preprocess(
    (raw) => {
      try {
        return parse(String(raw));
      } catch {
        return Number.NaN;
      }
    },
    z.number().meta({ 'x-noun': 'twin' }),
  );

/** Collects all numbers anywhere in a value. */
const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersIn) : [];
};

const anySpelling = fc.oneof(
  fc.constantFrom(...textSpellings(foreignId), ...textSpellings(ownId), '98', '7'),
  fc.constant(String(ownId)),
  fc
    .tuple(
      fc.constantFrom('', ' ', '+', '0', '00', '\t', '\u00a0', '"', '[', '-'),
      fc.constantFrom('98', '7'),
      fc.string(),
    )
    .map((parts) => parts.join('')),
  fc.string(),
);

/** Values that a body may hold in place of an id. */
const anyValue = fc.oneof(
  { arbitrary: anySpelling, weight: 3 },
  { arbitrary: fc.constantFrom<unknown>(ownId, String(ownId)), weight: 3 },
  fc.constantFrom(...[ownId, foreignId].flatMap(jsonSpellings)).map((text): unknown => JSON.parse(text)),
  fc.constantFrom<unknown>(foreignId, -foreignId, 98.5, null, true, [foreignId], { valueOf: foreignId }),
);

describe('the gate', () => {
  /** All positions of an id, with a schema for each: in paths and queries, in lists, and in nested bodies. */
  const placesOf = (id: z.ZodType): Record<string, { shapes: Shapes; raw: (values: unknown[]) => Partial<Parts> }> => ({
    'a path': { shapes: { params: z.object({ id }) }, raw: ([value]) => ({ params: { id: value } }) },
    'a query': { shapes: { query: z.object({ id }) }, raw: ([value]) => ({ query: { id: value } }) },
    'a repeated query': { shapes: { query: z.object({ id }) }, raw: (values) => ({ query: { id: values } }) },
    'a list with commas': {
      shapes: { query: z.object({ ids: textList(id, 50) }) },
      raw: (values) => ({ query: { ids: values.join(',') } }),
    },
    'a body': { shapes: { body: z.object({ id }) }, raw: ([value]) => ({ body: { id: value } }) },
    'a body that is an id': { shapes: { body: id }, raw: ([value]) => ({ body: value }) },
    'a list in a body': {
      shapes: { body: z.object({ ids: z.array(id).max(50) }) },
      raw: (values) => ({ body: { ids: values } }),
    },
    'a body that is a list': { shapes: { body: z.array(id).max(50) }, raw: (values) => ({ body: values }) },
    'a list of objects': {
      shapes: { body: z.object({ a: z.object({ list: z.array(z.object({ id: id.nullish() })).max(50) }) }) },
      raw: (values) => ({ body: { a: { list: values.map((value) => ({ id: value })) } } }),
    },
    'lists in a list': {
      shapes: { body: z.object({ groups: z.array(z.object({ ids: z.array(id).max(50) })).max(50) }) },
      raw: (values) => ({ body: { groups: [{ ids: [] }, { ids: values }, { ids: values.toReversed() }] } }),
    },
    'a tuple': {
      shapes: { body: z.object({ pair: z.tuple([id, id]) }) },
      raw: ([value, other = ownId]) => ({ body: { pair: [other, value] } }),
    },
    'a union': {
      shapes: { body: z.union([z.object({ by: z.literal('id'), id }), z.object({ ids: z.array(id).max(50) })]) },
      raw: ([value, ...others]) => ({
        body: others.length > 0 ? { ids: [value, ...others] } : { by: 'id', id: value },
      }),
    },
    'a record': {
      shapes: { body: z.object({ byName: z.record(z.string(), id) }) },
      raw: (values) => ({ body: { byName: Object.fromEntries(values.map((value, index) => [`n${index}`, value])) } }),
    },
  });
  const placeNames = Object.keys(placesOf(z.int()));

  it.each(placeNames)('lets no id in %s reach the handler unconfirmed, however the schema reads it', async (name) => {
    const parsers = fc.constantFrom(...Object.values(numberParsers));
    let passes = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyValue, { minLength: 1, maxLength: 4 }), parsers, async (values, parse) => {
        const { shapes, raw } = placesOf(lax(parse))[name] ?? expect.unreachable();
        const passed = await pass(shapes, raw(values)).catch(() => undefined);
        if (!passed) return;
        const ids = numbersIn(passed.input);
        if (ids.length > 0) passes += 1;
        expect(ids.filter((id) => id !== ownId)).toEqual([]);
      }),
      { numRuns: 400 },
    );
    // A gate that refuses everything would prove nothing.
    expect(passes).toBeGreaterThan(20);
  });

  it.each(placeNames)('reads %s in one spelling, with the schemas of the contract', async (name) => {
    const isText = ['a path', 'a query', 'a repeated query', 'a list with commas'].includes(name);
    const { shapes, raw } = placesOf(isText ? textIdOf('twin') : idOf('twin'))[name] ?? expect.unreachable();
    const isRepeated = name === 'a repeated query';
    const plain = (id: number) => pass(shapes, raw([isText ? String(id) : id]));
    if (!isRepeated) expect(numbersIn((await plain(ownId)).input)).toContain(ownId);
    await expect(plain(foreignId)).rejects.toThrow();
    const spelled = isText ? textSpellings(ownId) : jsonSpellings(ownId).map((text): unknown => JSON.parse(text));
    for (const value of spelled.filter((each) => each !== ownId)) {
      await expect(pass(shapes, raw([value])), String(value)).rejects.toBeInstanceOf(z.ZodError);
    }
  });
});
