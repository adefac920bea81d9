/** The kind of input for a setting. `json` is the fallback. */
export type FieldShape = 'text' | 'number' | 'switch' | 'choice' | 'choices' | 'texts' | 'json';

export type Choice = string | number;

export interface SchemaField {
  name: string;
  shape: FieldShape;
  isRequired: boolean;
  choices: readonly Choice[];
  maxLength: number | undefined;
  /** The value in a new object. */
  initial: unknown;
  /** The title in the schema, for kinds without own texts. */
  title: string | undefined;
  description: string | undefined;
}

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const textAt = (schema: Schema, key: string) => (typeof schema[key] === 'string' ? schema[key] : undefined);

/** A nullable schema without null: an empty field is absent, not null. */
function withoutNull(schema: Schema): Schema {
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find((type) => type !== 'null') };
  if (!Array.isArray(schema.anyOf)) return schema;
  const [only, ...others] = schema.anyOf.filter((each) => isSchema(each) && each.type !== 'null');
  return isSchema(only) && others.length === 0 ? { ...schema, ...only } : schema;
}

function choicesOf(schema: Schema): Choice[] {
  const values: unknown[] = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  return values.filter((value) => typeof value === 'string' || typeof value === 'number');
}

function shapeOf(schema: Schema): FieldShape {
  if (choicesOf(schema).length > 0) return 'choice';
  if (schema.type === 'string') return 'text';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'switch';
  if (schema.type !== 'array' || !isSchema(schema.items)) return 'json';
  if (choicesOf(schema.items).length > 0) return 'choices';
  return schema.items.type === 'string' ? 'texts' : 'json';
}

const emptyValues: Partial<Record<FieldShape, unknown>> = { switch: false, choices: [], texts: [] };

function fieldOf(name: string, given: Schema, isRequired: boolean): SchemaField {
  const inner = withoutNull(given);
  const shape = shapeOf(inner);
  const items = shape === 'choices' && isSchema(inner.items) ? inner.items : inner;
  return {
    name,
    shape,
    // A setting with a default is not required, even if the schema of the parsed options says so.
    isRequired: isRequired && !('default' in inner),
    choices: choicesOf(items),
    maxLength: typeof inner.maxLength === 'number' ? inner.maxLength : undefined,
    initial: 'default' in inner ? inner.default : emptyValues[shape],
    title: textAt(inner, 'title'),
    description: textAt(inner, 'description'),
  };
}

const propertiesOf = (schema: Schema) =>
  isSchema(schema.properties)
    ? Object.entries(schema.properties).filter((entry): entry is [string, Schema] => isSchema(entry[1]))
    : [];
const isNeeded = ({ required }: Schema, name: string) => Array.isArray(required) && required.includes(name);

/** Fields for the options of a kind, in the order of its JSON Schema. */
export const schemaFields = (schema: Schema): SchemaField[] =>
  propertiesOf(schema).map(([name, given]) => fieldOf(name, given, isNeeded(schema, name)));

/** The part of a schema at a path such as `gauge.min`; for a list, the schema of its items. */
export function schemaAt(schema: Schema, path: string): Schema | undefined {
  return path.split('.').reduce<Schema | undefined>((found, name) => {
    const inner = found && withoutNull(found);
    const next = inner && new Map(propertiesOf(isSchema(inner.items) ? inner.items : inner)).get(name);
    return next && withoutNull(next);
  }, schema);
}

/** The field at a path inside the options. */
export function schemaFieldAt(schema: Schema, path: string): SchemaField | undefined {
  const end = path.lastIndexOf('.');
  const around = end < 0 ? schema : schemaAt(schema, path.slice(0, end));
  const found = schemaAt(schema, path);
  return around && found ? fieldOf(path, found, isNeeded(around, path.slice(end + 1))) : undefined;
}

/** The options of a new object of a kind. */
export const initialOptions = (fields: readonly SchemaField[]): Record<string, unknown> =>
  Object.fromEntries(fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]])));

/** The text key of a choice; dots would mean nested keys. */
export const choiceKey = (choice: Choice) => String(choice).replaceAll('.', '_');
