import type { KindField } from '@stellwerk/plugin/connector-web';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { JsonInput } from './JsonInput.tsx';
import type { Choice, SchemaField } from './schema-fields.ts';

export interface OptionInputProps {
  option: SchemaField;
  field: KindField;
  words: Record<'label' | 'help' | 'info', string | undefined>;
  choiceText: (value: Choice) => string;
  /** Path in the form of the object that holds the settings. */
  path?: string;
}

/** The field that fits what a setting holds. */
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
