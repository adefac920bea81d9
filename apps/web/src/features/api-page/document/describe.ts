import { isNullable, type JsonSchema, resolve, type SharedSchemas, variantsOf } from './json-schema.ts';

/** A limit of a value with its kind: `{ kind: 'length', from: 1, to: 50 }`. */
export type Limit =
  | { kind: 'value' | 'length' | 'items'; from: number | undefined; to: number | undefined }
  | { kind: 'pattern' | 'default' | 'noun'; text: string }
  | { kind: 'values'; texts: string[] };

const widest = Number.MAX_SAFE_INTEGER;
const span = (kind: 'value' | 'length' | 'items', from?: number, to?: number): Limit[] => {
  // The range of safe integers is not a useful limit.
  const least = from === undefined || from <= -widest ? undefined : from;
  const most = to === undefined || to >= widest ? undefined : to;
  return least === undefined && most === undefined ? [] : [{ kind, from: least, to: most }];
};

const nounPattern = /^[A-Za-z]+$/;

export function limitsOf(schema: JsonSchema): Limit[] {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, pattern, format } = schema;
  const from = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + (schema.type === 'integer' ? 1 : 0);
  const noun = schema['x-noun'];
  return [
    ...(noun && nounPattern.test(noun) ? [{ kind: 'noun', text: noun } as const] : []),
    ...(schema.enum ? [{ kind: 'values', texts: schema.enum.map(String) } as const] : []),
    ...span('value', from, exclusiveMaximum ?? maximum),
    ...span('length', schema.minLength, schema.maxLength),
    ...span('items', schema.minItems, schema.maxItems),
    ...(pattern && !format ? [{ kind: 'pattern', text: pattern } as const] : []),
    ...(schema.default === undefined ? [] : [{ kind: 'default', text: JSON.stringify(schema.default) } as const]),
  ];
}

export interface Part {
  /** Name of a property, or the distinguishing value of a variant; otherwise empty. */
  name: string;
  kind: 'property' | 'element' | 'value' | 'variant';
  isRequired: boolean;
  schema: JsonSchema;
}

const part = (kind: Part['kind'], schema: JsonSchema, name = '', isRequired = false): Part => ({
  name,
  kind,
  isRequired,
  schema,
});

const isInteresting = (schema: JsonSchema | boolean | undefined): schema is JsonSchema =>
  typeof schema === 'object' && Object.keys(schema).length > 0;

/** Resolves a schema with a single variant. */
function single(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  const resolved = resolve(schema, shared);
  const [only, ...others] = variantsOf(resolved);
  return only && others.length === 0 ? single(only, shared) : resolved;
}

/** The distinguishing value of a variant: of the property with a single possible value. */
function nameOfVariant({ properties = {} }: JsonSchema): string {
  const [name, property] = Object.entries(properties).find(([, each]) => each.const !== undefined) ?? [];
  return property ? `${name}: ${JSON.stringify(property.const)}` : '';
}

/** The nested parts of a value. */
export function partsOf(given: JsonSchema, shared: SharedSchemas): Part[] {
  const schema = single(given, shared);
  const variants = variantsOf(schema);
  if (variants.length > 1) {
    const isPlain = variants.every((each) => {
      const variant = single(each, shared);
      return !variant.properties && variant.type !== 'array';
    });
    return isPlain ? [] : variants.map((variant) => part('variant', variant, nameOfVariant(single(variant, shared))));
  }
  const own = [schema, ...(schema.allOf ?? []).map((each) => resolve(each, shared))].flatMap((each) =>
    Object.entries(each.properties ?? {}).map(([name, property]) =>
      part('property', property, name, each.required?.includes(name) ?? false),
    ),
  );
  // The type already says that it is a list.
  const elements = isInteresting(schema.items) ? partsOf(schema.items, shared) : [];
  const values = isInteresting(schema.additionalProperties) ? [part('value', schema.additionalProperties)] : [];
  return [...own, ...elements, ...(schema.prefixItems ?? []).map((item) => part('element', item)), ...values];
}

/** In the terms of JSON Schema, which are the same in every language. */
export function typeText(given: JsonSchema, shared: SharedSchemas): string {
  const schema = single(given, shared);
  const orNull = isNullable(given) || isNullable(resolve(given, shared)) ? ' | null' : '';
  if (schema.const !== undefined) return `${JSON.stringify(schema.const)}${orNull}`;
  const variants = variantsOf(schema);
  if (variants.length > 1) {
    const texts = new Set(variants.map((variant) => typeText(variant, shared)));
    return `${[...texts].join(' | ')}${orNull}`;
  }
  const plain = (Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any']).filter((each) => each !== 'null');
  if (schema.type === 'array' && isInteresting(schema.items)) return `${typeText(schema.items, shared)}[]${orNull}`;
  return `${plain.join(' | ')}${schema.format ? ` (${schema.format})` : ''}${orNull}`;
}

/** The limits of a schema without variants, after resolving references. */
export const limitsAt = (given: JsonSchema, shared: SharedSchemas): Limit[] => {
  const inner = single(given, shared);
  const own = limitsOf(inner);
  const outer = inner === given ? [] : limitsOf(given).filter(({ kind }) => own.every((each) => each.kind !== kind));
  return [...own, ...outer];
};
