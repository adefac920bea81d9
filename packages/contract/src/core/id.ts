import { z } from 'zod';

/**
 * The name of a kind of object in `idOf`, such as `twin`. One kind may have several names, one for each way to refer
 * to it: `assignableRole` is a role to assign to a user, `sourceState` a state to compute another one from. The server
 * refuses to start if a route uses a noun that no feature guards, so that misspelled nouns are found.
 */
export type NounName = string;

/** At most 15 digits: every id is exact as a number. */
const maxId = 999_999_999_999_999;

export const idSpelling = /^[1-9]\d{0,14}$/;

export const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxId;

/**
 * The only reader of ids in text: addresses, lists, topics, CSV cells, widget options. An id has one spelling, so that no
 * check can read a text differently from the code behind it.
 */
export const idFromText = (text: unknown): number | undefined =>
  typeof text === 'string' && idSpelling.test(text) ? Number(text) : undefined;

/** A positive integer in an address, in the only spelling of an id, for numbers that no guard protects. */
export const textNumber = z.preprocess((text) => idFromText(text) ?? Number.NaN, z.int().min(1).max(maxId));

/** An id of a noun in a body: the gate checks that the caller may see the object before the rest is validated. */
export const idOf = (noun: NounName) => z.int().min(1).max(maxId).meta({ 'x-noun': noun });

/** The same for paths and queries, where values arrive as text. */
export const textIdOf = (noun: NounName) => z.preprocess((text) => idFromText(text) ?? Number.NaN, idOf(noun));

/** A list that contains ids, and the maximum length that its schema allows. */
export interface IdList {
  path: string[];
  max: number | undefined;
}

export interface IdField {
  /** Path inside the value; '*' matches every element of an array or record. */
  path: string[];
  noun: NounName | undefined;
  /** Reads the id at this place. */
  schema: z.ZodType;
  /** The arrays around the id, the outermost first. */
  lists: IdList[];
}

const isNoun = (value: unknown): value is NounName => typeof value === 'string';

const leafTypes = new Set(
  'any boolean custom date enum file literal nan never null number string symbol template_literal transform undefined unknown void'.split(
    ' ',
  ),
);

const maxLengthOf = (list: z.ZodArray) => z.toJSONSchema(list, { io: 'input', unrepresentable: 'any' }).maxItems;

/**
 * Every place of a schema that holds an id: fields marked with `idOf`, and integer fields named like ids that are not
 * marked (noun undefined), which the gate rejects. Throws on schemas whose ids could not be found again in the parsed
 * value: the gate would have nothing to check there.
 */
export function idFields(schema: z.ZodType, path: string[] = [], open: readonly z.ZodType[] = []): IdField[] {
  const noun = schema.meta()?.['x-noun'];
  if (isNoun(noun)) return [{ path, noun, schema, lists: [] }];
  const inside = (part: unknown, ...keys: string[]) => idFields(part as z.ZodType, [...path, ...keys], open);
  const place = path.join('.') || 'the value itself';
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => inside(field, key));
  if (schema instanceof z.ZodArray) {
    const fields = inside(schema.element, '*');
    if (fields.length === 0) return [];
    const list = { path, max: maxLengthOf(schema) };
    return fields.map((field) => ({ ...field, lists: [list, ...field.lists] }));
  }
  if (schema instanceof z.ZodTuple) {
    return schema.def.items.flatMap((item, index) => inside(item, String(index)));
  }
  if (schema instanceof z.ZodRecord) {
    if (inside(schema.keyType).length > 0) throw new Error(`${place}: keys of a record can't be ids`);
    return inside(schema.valueType, '*');
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inside(option));
  if (schema instanceof z.ZodPipe) {
    const taken = inside(schema.in);
    if (taken.length > 0 && schema.out instanceof z.ZodTransform) {
      throw new Error(`${place}: a transformation behind an id hides it from the gate`);
    }
    if (taken.length > 0) return taken;
    return inside(schema.out).map((field) => (field.path.length === path.length ? { ...field, schema } : field));
  }
  if (schema instanceof z.ZodLazy) {
    if (open.includes(schema)) return [];
    if (idFields(schema.unwrap() as z.ZodType, path, [...open, schema]).length === 0) return [];
    throw new Error(`${place}: a recursive schema can't hold ids`);
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    return inside(schema.unwrap());
  }
  if (!leafTypes.has(schema.type)) throw new Error(`${place}: ids in a schema of type ${schema.type} can't be found`);
  const name = path.filter((part) => part !== '*').at(-1) ?? '';
  return schema instanceof z.ZodNumber && /(^|_)ids?$|Ids?$/.test(name)
    ? [{ path, noun: undefined, schema, lists: [] }]
    : [];
}

/** The elements of a raw list: an array, or comma-separated text if the list is one query field. */
const elementsOf = (value: unknown): unknown[] => {
  if (typeof value === 'string') return value.split(',');
  return value !== null && typeof value === 'object' ? Object.values(value) : [];
};

/** Whether any list at this path has more elements than its schema allows. */
export const isTooLong = (value: unknown, { path, max }: IdList): boolean =>
  max !== undefined && valuesAt(value, path).some((list) => elementsOf(list).length > max);

/** The values at a path with '*' wildcards. */
export function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [head, ...rest] = path;
  if (head === undefined) return [value];
  if (head === '*') return elementsOf(value).flatMap((item) => valuesAt(item, rest));
  if (value === null || typeof value !== 'object') return [];
  return Object.hasOwn(value, head) ? valuesAt(Reflect.get(value, head), rest) : [];
}
