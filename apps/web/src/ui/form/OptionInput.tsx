import { JsonInput } from './JsonInput.tsx';
import { NumberInput } from './NumberInput.tsx';
import { SelectInput } from './SelectInput.tsx';
import { SwitchInput } from './SwitchInput.tsx';
import type { Choice, SchemaField } from './schema-fields.ts';
import { TagsInput } from './TagsInput.tsx';
import { TextInput } from './TextInput.tsx';

/** Appearance of an option beyond its schema. */
export interface OptionLook {
  /** An example of the expected value. */
  placeholder?: string;
  /** A number above one makes a text area. */
  rows?: number;
  unit?: string;
}

export interface OptionInputProps {
  option: SchemaField;
  field: OptionLook;
  words: Record<'label' | 'help' | 'info', string | undefined>;
  choiceText: (value: Choice) => string;
  /** Path of the options object in the form. */
  path?: string;
}

/** The input for the type of an option. */
export function OptionInput({ option, field, words, choiceText, path = 'options' }: OptionInputProps) {
  const help = words.help ?? option.description;
  const common = {
    name: `${path}.${option.name}`,
    label: words.label ?? option.title ?? option.name,
    ...(help ? { help } : {}),
    ...(words.info ? { info: words.info } : {}),
    required: option.isRequired,
  };
  const options = option.choices.map((value) => ({ value, label: choiceText(value) }));
  // A choice with a default always has a value.
  const isOptional = !option.isRequired && option.initial === undefined;
  const sample = field.placeholder ? { placeholder: field.placeholder } : {};
  switch (option.shape) {
    case 'choice':
      return <SelectInput {...common} options={options} {...(isOptional ? { emptyAs: 'absent' } : {})} />;
    case 'choices':
      return <SelectInput {...common} options={options} multiple />;
    case 'number':
      return <NumberInput {...common} {...sample} {...(field.unit ? { unit: field.unit } : {})} />;
    case 'switch':
      return <SwitchInput {...common} />;
    case 'texts':
      return <TagsInput {...common} />;
    case 'json':
      return <JsonInput {...common} />;
    default:
      return (
        <TextInput
          {...common}
          {...sample}
          emptyAs="absent"
          {...(field.rows ? { rows: field.rows } : {})}
          {...(option.maxLength ? { maxLength: option.maxLength } : {})}
        />
      );
  }
}
