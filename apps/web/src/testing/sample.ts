import type { z } from 'zod';
import type { $ZodRecordDef, $ZodType, $ZodTypes } from 'zod/v4/core';

/** Any part of a value; elements of a list may be parts, too. */
export type PartOf<T> = T extends readonly (infer Item)[]
  ? PartOf<Item>[]
  : T extends object
    ? { [K in keyof T]?: PartOf<T[K]> }
    : T;

interface Place {
  /** Name of the property around the value; texts are called after it. */
  name: string;
  /** Position in the innermost list, which makes ids and names unique. */
  index: number | undefined;
  path: string;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts for patterns: the first one that the schema accepts is taken. */
const patternTexts = ['1', 'a', 'A1', '2026-03-01', '12:00', '#000000', '00', '1.0.0', 'a/b', 'a@example.com'];

const formatTexts: Record<string, string> = {
  datetime: '2026-03-01T12:00:00.000Z',
  date: '2026-03-01',
  email: 'somebody@example.com',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000001',
};

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

function textOf(schema: z.ZodString, { name, index, path }: Place): string {
  const format = formatTexts[schema.format ?? ''];
  if (format) return format;
  const word = index === undefined ? name : `${name} ${index + 1}`;
  const long = word.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength ?? undefined);
  const text = [long, ...patternTexts].find((candidate) => accepts(schema, candidate));
  if (text === undefined) throw new Error(`No sample for the pattern of ${path}: name a value`);
  return text;
}

function numberOf(schema: z.ZodNumber, { index = 0, path }: Place): number {
  const { minValue, maxValue } = schema;
  const candidates = [index + 1, 1, 0, minValue, (minValue ?? 0) + 1, maxValue];
  const number = candidates.find((candidate) => accepts(schema, candidate));
  if (number == null) throw new Error(`No sample for the number ${path}: name a value`);
  return number;
}

function fieldsOf(shape: Record<string, $ZodType>, isOpen: boolean, part: unknown, place: Place): unknown {
  if (part !== undefined && !isFields(part)) return part;
  const given = part ?? {};
  const unknown = Object.keys(given).filter((key) => !(key in shape));
  if (unknown.length > 0 && !isOpen) throw new Error(`${place.path} has no field ${unknown.join(', ')}`);
  const known = Object.entries(shape).map(([name, inner]) => [
    name,
    completed(inner, given[name], { name, index: place.index, path: `${place.path}.${name}` }),
  ]);
  return { ...given, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}

function itemsOf(element: $ZodType, shortest: number, part: unknown, place: Place): unknown {
  if (part !== undefined && !Array.isArray(part)) return part;
  const parts: unknown[] = part ?? Array.from({ length: shortest });
  return parts.map((item, index) =>
    completed(element, item, { name: place.name, index, path: `${place.path}[${index}]` }),
  );
}

/** Records with a closed set of keys contain all of them. */
function entriesOf({ keyType, valueType }: $ZodRecordDef, part: unknown, place: Place): unknown {
  if (part !== undefined && !isFields(part)) return part;
  const keys = new Set([...(keyType._zod.values ?? []), ...Object.keys(part ?? {})].map(String));
  const entries = [...keys].map((name) => [
    name,
    completed(valueType, part?.[name], { name, index: place.index, path: `${place.path}.${name}` }),
  ]);
  return Object.fromEntries(entries);
}

/** The first alternative that the given part fits. */
function alternativeOf(options: readonly $ZodType[], part: unknown, place: Place): unknown {
  const problems: string[] = [];
  for (const option of options) {
    try {
      const value = completed(option, part, place);
      if (accepts(option as z.ZodType, value)) return value;
      problems.push(`not a ${option._zod.def.type}`);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`${place.path} fits no alternative: ${problems.join('; ')}`);
}

function completed(schema: $ZodType, part: unknown, place: Place): unknown {
  // The union of all kinds lets the compiler narrow the definition by its type.
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return fieldsOf(def.shape, def.catchall !== undefined && def.catchall._zod.def.type !== 'never', part, place);
    case 'array':
      return itemsOf(def.element, Number(schema._zod.bag.minimum ?? 0), part, place);
    case 'tuple':
      return def.items.map((item, index) => completed(item, Array.isArray(part) ? part[index] : undefined, place));
    case 'union':
      return alternativeOf(def.options, part, place);
    case 'nullable':
      return part === undefined || part === null ? null : completed(def.innerType, part, place);
    case 'optional':
    case 'default':
    case 'prefault':
      return part === undefined ? undefined : completed(def.innerType, part, place);
    case 'readonly':
    case 'nonoptional':
      return completed(def.innerType, part, place);
    case 'record':
      return entriesOf(def, part, place);
    case 'lazy':
      return completed(def.getter(), part, place);
    case 'pipe':
      return completed(def.in._zod.def.type === 'transform' ? def.out : def.in, part, place);
  }
  if (part !== undefined) return part;
  switch (def.type) {
    case 'string':
      return textOf(schema as z.ZodString, place);
    case 'number':
      return numberOf(schema as z.ZodNumber, place);
    case 'boolean':
      return false;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'null':
    case 'unknown':
    case 'any':
      return null;
  }
  throw new Error(`No sample for ${def.type} at ${place.path}: name a value`);
}

/**
 * A valid value of a schema: the given part, completed with fixed values. Texts repeat the name of their field, numbers
 * count from 1 in lists, lists are as short as allowed, and optional values are null or absent. The result has passed
 * the schema, so a wrong part throws.
 */
export function sampleOf<S extends z.ZodType>(schema: S, part?: PartOf<z.input<S>>): z.output<S> {
  const value = completed(schema, part, { name: 'value', index: undefined, path: 'value' });
  const { success, data, error } = schema.safeParse(value);
  if (!success) {
    const issues = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`The schema refuses the value: ${issues.join('; ')}`);
  }
  return data;
}
