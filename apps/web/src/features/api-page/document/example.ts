import { type JsonSchema, resolve, type SharedSchemas, variantsOf } from './json-schema.ts';

const maxDepth = 6;

const formats = new Map([
  ['date-time', '2026-01-31T12:00:00Z'],
  ['date', '2026-01-31'],
  ['time', '12:00:00'],
  ['email', 'name@example.com'],
  ['uri', 'https://example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

/** Texts that match many patterns. */
const attempts = [
  'text',
  'Text 1',
  'a',
  '1',
  '12:00',
  `#${'3'.repeat(6)}`,
  'name',
  '2026-01-31',
  'https://example.com',
];

function textFor({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema): string {
  const ofFormat = format === undefined ? undefined : formats.get(format);
  if (ofFormat !== undefined) return ofFormat;
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    const found = attempts.find((text) => fits(text) && expression.test(text));
    if (found !== undefined) return found;
  }
  return 'text'.padEnd(minLength, 'x').slice(0, maxLength);
}

function numberFor({ minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  const least = Math.max(minimum ?? Number.NEGATIVE_INFINITY, (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) + 1);
  return Math.min(Math.max(1, least), maximum ?? Number.POSITIVE_INFINITY);
}

function objectFor(schema: JsonSchema, shared: SharedSchemas, depth: number): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = properties.filter(([name]) => schema.required?.includes(name));
  // If nothing is required, as in changes, all properties are included.
  const shown = required.length > 0 || depth > 0 ? required : properties;
  return Object.fromEntries(shown.map(([name, part]) => [name, valueFor(part, shared, depth + 1)]));
}

function valueFor(given: JsonSchema, shared: SharedSchemas, depth: number): unknown {
  const schema = resolve(given, shared);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum && schema.enum.length > 0) return schema.enum[0];
  if (depth > maxDepth) return null;
  const [variant] = variantsOf(schema);
  if (variant) return valueFor(variant, shared, depth);
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => valueFor(part, shared, depth)));
  }
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  if (type === 'string') return textFor(schema);
  if (type === 'integer' || type === 'number') return numberFor(schema);
  if (type === 'boolean') return true;
  if (type === 'array') return itemsFor(schema, shared, depth);
  if (type === 'object' || schema.properties) return objectFor(schema, shared, depth);
  return null;
}

function itemsFor(
  { items, prefixItems, minItems = 0, maxItems = 1 }: JsonSchema,
  shared: SharedSchemas,
  depth: number,
) {
  if (prefixItems) return prefixItems.map((item) => valueFor(item, shared, depth + 1));
  if (typeof items !== 'object' || maxItems === 0) return [];
  // One item shows the format; nested lists contain only required items.
  const count = Math.max(minItems, depth < 2 ? 1 : 0);
  return Array.from({ length: count }, () => valueFor(items, shared, depth + 1));
}

/** A value that is valid by the schema, as a start for the user: required properties with the simplest content. */
export const exampleOf = (schema: JsonSchema, shared: SharedSchemas): unknown => valueFor(schema, shared, 0);
