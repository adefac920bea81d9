import { OptionInput } from './OptionInput.tsx';
import { schemaFields } from './schema-fields.ts';

export interface SchemaInputProps {
  /** JSON Schema of an object. */
  schema: Readonly<Record<string, unknown>>;
  /** Path of the object in the form. */
  name: string;
}

const noWords = { label: undefined, help: undefined, info: undefined };
const plain = {};

/** Fields for the properties of a JSON Schema with the schema's own titles; the server validates the values. */
export function SchemaInput({ schema, name }: SchemaInputProps) {
  return schemaFields(schema).map((option) => (
    <OptionInput key={option.name} path={name} option={option} field={plain} words={noWords} choiceText={String} />
  ));
}
