import { z } from 'zod';

/** The nouns whose ids may stand in a request. The server registers a guard and a test factory for each one in use. */
export const nouns = [
  'account',
  'scope',
  'user',
  'role',
  /** A role to give to somebody: also those of the accounts above, which the caller can't change. */
  'assignableRole',
  'session',
  'job',
  'file',
  'apiKey',
  'federatedClient',
  'oidcClient',
  'oauth2Client',
  /** A service that the caller has linked to their own user, by the id of its client. */
  'ownIdentity',
  'twin',
  /** A user who can be named on twins, for callers who edit twins of that user's account. */
  'relatedUser',
  'twinAttachment',
  'state',
  /** A state to compute another one from: reading it is enough. */
  'sourceState',
  'favourite',
  'connector',
  /** A connector to take data from: of the caller's accounts or one above, without its configuration. */
  'connectorChoice',
  /** A driver to use: of an account that the caller sees, or for everybody. */
  'driver',
  /** A driver to change. */
  'ownDriver',
  'driverTest',
  'device',
  'rule',
  /** A twin whose area a rule watches: reading it is enough. */
  'zone',
  'alarm',
  'dashboard',
  'fleet',
  'widget',
] as const;
export type NounName = (typeof nouns)[number];

/** An id of a noun in a body: the gate checks that the caller may see the object before the rest is validated. */
export const idOf = (noun: NounName) => z.int().positive().meta({ 'x-noun': noun });

/** The same for paths and queries, where values arrive as text. */
export const textIdOf = (noun: NounName) => z.coerce.number().int().positive().meta({ 'x-noun': noun });

export interface IdField {
  /** Path inside the value; '*' stands for every element of an array or record. */
  path: string[];
  noun: NounName | undefined;
}

const isNoun = (value: unknown): value is NounName => nouns.some((noun) => noun === value);

/**
 * Every place of a schema that holds an id: fields marked with `idOf`, and integer fields named `id`, `…Id` or `…Ids`
 * that are not marked (noun undefined), which the architecture test rejects.
 */
export function idFields(schema: z.ZodType, path: string[] = []): IdField[] {
  const noun = schema.meta()?.['x-noun'];
  if (isNoun(noun)) return [{ path, noun }];
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, field]) => idFields(field as z.ZodType, [...path, key]));
  }
  if (schema instanceof z.ZodArray) return idFields(schema.element as z.ZodType, [...path, '*']);
  if (schema instanceof z.ZodRecord) return idFields(schema.valueType as z.ZodType, [...path, '*']);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => idFields(option as z.ZodType, path));
  if (schema instanceof z.ZodPipe) {
    const taken = idFields(schema.in as z.ZodType, path);
    return taken.length > 0 ? taken : idFields(schema.out as z.ZodType, path);
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    return idFields(schema.unwrap() as z.ZodType, path);
  }
  const name = path.filter((part) => part !== '*').at(-1) ?? '';
  return schema instanceof z.ZodNumber && /^ids?$|Ids?$/.test(name) ? [{ path, noun: undefined }] : [];
}

/** The values that stand at a path with '*' wildcards. */
export function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [head, ...rest] = path;
  if (head === undefined) return [value];
  // A list in one field of an address.
  if (head === '*' && typeof value === 'string') return value.split(',').flatMap((item) => valuesAt(item, rest));
  if (value === null || typeof value !== 'object') return [];
  if (head === '*') return Object.values(value).flatMap((item) => valuesAt(item, rest));
  return Object.hasOwn(value, head) ? valuesAt(Reflect.get(value, head), rest) : [];
}
