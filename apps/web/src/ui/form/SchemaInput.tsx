import { NumberInput } from './NumberInput.tsx';
import { SelectInput } from './SelectInput.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import { schemaProperties } from './schema-properties.ts';
import { TagsInput } from './TagsInput.tsx';
import { TextInput } from './TextInput.tsx';

export interface SchemaInputProps {
  /** JSON Schema of an object. */
  schema: Readonly<Record<string, unknown>>;
  /** Path of that object in the form. */
  name: string;
}

/** Fields for the simple properties of a JSON Schema; the server checks what is entered by the schema itself. */
export function SchemaInput({ schema, name }: SchemaInputProps) {
  return schemaProperties(schema).map(({ key, shape, label, help, isRequired, choices }) => {
    const common = { name: `${name}.${key}`, label, required: isRequired, ...(help ? { help } : {}) };
    const options = choices.map((value) => ({ value, label: String(value) }));
    switch (shape) {
      case 'choice':
        return <SelectInput key={key} {...common} options={options} {...(isRequired ? {} : { emptyAs: 'absent' })} />;
      case 'number':
        return <NumberInput key={key} {...common} />;
      case 'switch':
        return <SwitchInput key={key} {...common} />;
      case 'texts':
        return <TagsInput key={key} {...common} />;
      default:
        return <TextInput key={key} {...common} emptyAs="absent" />;
    }
  });
}
