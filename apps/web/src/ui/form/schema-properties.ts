export interface SchemaProperty {
  key: string;
  shape: 'text' | 'number' | 'switch' | 'choice' | 'texts';
  label: string;
  help: string | undefined;
  isRequired: boolean;
  choices: (string | number)[];
}

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const textAt = (schema: Schema, key: string) => (typeof schema[key] === 'string' ? schema[key] : undefined);

function choicesOf({ enum: values }: Schema): (string | number)[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string' || typeof value === 'number') : [];
}

function shapeOf(schema: Schema): SchemaProperty['shape'] {
  if (choicesOf(schema).length > 0) return 'choice';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'switch';
  return schema.type === 'array' ? 'texts' : 'text';
}

/** What a form has to ask for, in the order of the schema. */
export function schemaProperties(schema: Schema): SchemaProperty[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
  return properties.flatMap(([key, property]): SchemaProperty[] =>
    isSchema(property)
      ? [
          {
            key,
            shape: shapeOf(property),
            label: textAt(property, 'title') ?? key,
            help: textAt(property, 'description'),
            // What has a default need not be entered.
            isRequired: required.includes(key) && !('default' in property),
            choices: choicesOf(property),
          },
        ]
      : [],
  );
}
