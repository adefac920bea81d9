import type { Issue } from '../issues.ts';

/**
 * Names of one noun in requests and responses, where the specification's differ from our words. Schemas, handlers and
 * the web client use our words; the functions of this file translate at both ends of a call.
 */
export interface WireNames {
  /** From our word to the name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** Query fields whose value is such a word, such as `sort`. */
  readonly columns: readonly string[];
}

interface Schema {
  readonly def: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly element?: Schema;
    readonly innerType?: Schema;
  };
}

/** A route, or a client's address of one, which has no schemas. */
interface Translated {
  readonly wire?: WireNames | undefined;
  readonly query?: Schema | undefined;
  readonly body?: Schema | undefined;
  readonly response?: Schema | { readonly raw: string } | undefined;
}
type Part = 'query' | 'body' | 'response';

type Names = Readonly<Record<string, string>>;
type Shape = NonNullable<Schema['def']['shape']>;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameIn = (names: Names, name: string): string => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);
const ownNames = ({ fields }: WireNames): Names =>
  Object.fromEntries(Object.entries(fields).map(([own, name]) => [name, own]));

/** Keys before and after a translation: the declared one, and the one of the result. Undefined leaves the field out. */
type KeyOf = (key: string, shape: Shape, path: string) => readonly [declared: string, result: string] | undefined;

/** Only declared fields are renamed, at any depth: records and free JSON keep their keys. */
function renamed(schema: Schema | undefined, value: unknown, keyOf: KeyOf, at = ''): unknown {
  if (schema?.def.innerType) return renamed(schema.def.innerType, value, keyOf, at);
  const { shape, element } = schema?.def ?? {};
  if (element && Array.isArray(value))
    return value.map((item, index) => renamed(element, item, keyOf, `${at}${index}.`));
  if (!shape || !isFields(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    const keys = keyOf(key, shape, `${at}${key}`);
    if (!keys) return [];
    const [declared, result] = keys;
    // A key such as `constructor` must not find an inherited property.
    const field = Object.hasOwn(shape, declared) ? shape[declared] : undefined;
    return [[result, renamed(field, inner, keyOf, `${at}${key}.`)] as const];
  });
  return Object.fromEntries(entries);
}

/** `title`, `-title` and `title desc` name a column. */
const inColumns = (
  value: unknown,
  columns: readonly string[],
  nameOf: (column: string, field: string) => string,
): unknown => {
  if (!isFields(value)) return value;
  const translated = columns.flatMap((field) => {
    const text = value[field];
    return typeof text === 'string' ? [[field, text.replace(/\w+/, (column) => nameOf(column, field))] as const] : [];
  });
  return { ...value, ...Object.fromEntries(translated) };
};

function schemaOf(route: Translated, part: Part): Schema | undefined {
  const schema = route[part];
  return schema && 'def' in schema ? schema : undefined;
}

/** A query or body as a client sends it, or a response as the server does. */
export function toWire(route: Translated, part: Part, value: unknown): unknown {
  const { wire } = route;
  if (!wire) return value;
  const keyOf: KeyOf = (key, shape) => [key, Object.hasOwn(shape, key) ? nameIn(wire.fields, key) : key];
  const result = renamed(schemaOf(route, part), value, keyOf);
  return part === 'query' ? inColumns(result, wire.columns, (column) => nameIn(wire.fields, column)) : result;
}

/** A query or body in our words. Our words themselves are unknown on the wire: each object has one name there. */
export function fromWire(route: Translated, part: Part, value: unknown): { value: unknown; refused: Issue[] } {
  const { wire } = route;
  if (!wire) return { value, refused: [] };
  const own = ownNames(wire);
  const refused: Issue[] = [];
  const keyOf: KeyOf = (key, shape, path) => {
    const word = nameIn(own, key);
    if (word !== key && Object.hasOwn(shape, word)) return [word, word];
    if (!Object.hasOwn(shape, key) || nameIn(wire.fields, key) === key) return [key, key];
    refused.push({ path, code: 'unknown_key', params: {} });
    return undefined;
  };
  const result = renamed(schemaOf(route, part), value, keyOf);
  if (part !== 'query') return { value: result, refused };
  const inOwnWords = inColumns(result, wire.columns, (column, field) => {
    if (nameIn(wire.fields, column) !== column) refused.push({ path: field, code: 'option', params: {} });
    return nameIn(own, column);
  });
  return { value: inOwnWords, refused };
}

const withFirst = (path: string, nameOf: (name: string) => string) => path.replace(/^[^.]+/, nameOf);

/** Unknown keys are named as the caller wrote them. */
export const issueToWire = <I extends { path: string; code: string }>(wire: WireNames | undefined, issue: I): I =>
  wire && issue.code !== 'unknown_key'
    ? { ...issue, path: withFirst(issue.path, (name) => nameIn(wire.fields, name)) }
    : issue;

export const issueFromWire = <I extends Pick<Issue, 'path'>>(wire: WireNames | undefined, issue: I): I =>
  wire ? { ...issue, path: withFirst(issue.path, (name) => nameIn(ownNames(wire), name)) } : issue;

/** The same names in a JSON schema of the route. */
export function schemaToWire(wire: WireNames | undefined, schema: unknown): unknown {
  if (!wire) return schema;
  if (Array.isArray(schema)) return schema.map((each) => schemaToWire(wire, each));
  if (!isFields(schema)) return schema;
  const inner = Object.entries(schema).map(([keyword, part]): [string, unknown] => {
    if (keyword === 'properties' && isFields(part)) {
      const fields = Object.entries(part).map(([key, field]) => [nameIn(wire.fields, key), schemaToWire(wire, field)]);
      return [keyword, Object.fromEntries(fields)];
    }
    if (keyword === 'required' && Array.isArray(part))
      return [keyword, part.map((key) => nameIn(wire.fields, `${key}`))];
    return [keyword, schemaToWire(wire, part)];
  });
  return Object.fromEntries(inner);
}

/** A query parameter, with the values of those that name a column. */
export function parameterToWire(wire: WireNames | undefined, name: string, schema: unknown) {
  if (!wire) return { name, schema };
  const columnOf = (column: unknown): unknown =>
    typeof column === 'string' ? column.replace(/\w+/, (word) => nameIn(wire.fields, word)) : column;
  const isColumn = wire.columns.includes(name) && isFields(schema) && Array.isArray(schema.enum);
  const values = isColumn ? { ...schema, enum: [schema.enum].flat().map(columnOf) } : schemaToWire(wire, schema);
  return { name: nameIn(wire.fields, name), schema: values };
}
