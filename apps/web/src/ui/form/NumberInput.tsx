import { boundTo, type FieldProps, useField } from './form-context.ts';
import { NumberField } from './NumberField.tsx';

export interface NumberInputProps extends FieldProps {
  unit?: string;
  placeholder?: string;
  emptyAs?: 'null' | 'absent';
}

/** Accepts numbers in the format of the language; other text stays visible with an error. */
export function NumberInput(props: NumberInputProps) {
  const { name, unit, placeholder, emptyAs = 'absent' } = props;
  const field = useField(name, props.disabled);
  const empty = emptyAs === 'null' ? null : undefined;
  return (
    <NumberField<unknown>
      {...boundTo(field, props)}
      value={field.value}
      onChange={field.setValue}
      // The schema refuses a text where it expects a number.
      otherwise={(text) => (text.trim() === '' ? empty : text)}
      unit={unit}
      placeholder={placeholder}
    />
  );
}
