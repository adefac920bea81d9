import { boundTo, type FieldProps, useField } from './form-context.ts';
import { TextField, type TextLook } from './TextField.tsx';

export interface TextInputProps extends FieldProps, TextLook {
  /** The value of an emptied field; optional values of the contract are null or absent, not empty. */
  emptyAs?: 'text' | 'null' | 'absent';
}

const emptyValues = { text: '', null: null, absent: undefined } as const;

export function TextInput({ emptyAs = 'text', ...props }: TextInputProps) {
  const { name, ...look } = props;
  const field = useField(name, props.disabled);
  return (
    <TextField
      {...look}
      {...boundTo(field, props)}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={(text) => field.setValue(text === '' ? emptyValues[emptyAs] : text)}
    />
  );
}
