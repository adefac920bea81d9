import { TextField } from '@mui/material';
import { useField } from '../../../../ui/form/form-context.ts';

interface PickerInputProps {
  name: string;
  label: string;
  type: 'date' | 'time';
  /** An emptied date is no date; a time can't be missing. */
  emptyAsNull?: boolean;
}

/** A date or a time of day, by the browser's own picker. */
export function PickerInput({ name, label, type, emptyAsNull = false }: PickerInputProps) {
  const field = useField(name);
  return (
    <TextField
      type={type}
      label={label}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={({ target }) => field.setValue(target.value === '' && emptyAsNull ? null : target.value)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      disabled={field.disabled}
      error={field.error !== undefined}
      helperText={field.error}
    />
  );
}
