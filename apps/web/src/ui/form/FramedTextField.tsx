import { TextField, type TextFieldProps } from '@mui/material';
import { FieldFrame } from './FieldFrame.tsx';
import type { Field, FieldProps } from './form-context.ts';

type FramedTextFieldProps = TextFieldProps & { field: Field; common: Omit<FieldProps, 'name'> };

/** What every field with a box has: label, info sign, complaint or help below it, and its place in the form. */
export function FramedTextField({ field, common, ...own }: FramedTextFieldProps) {
  const { label, help, info, required = false, autoFocus = false } = common;
  return (
    <FieldFrame label={label} info={info}>
      <TextField
        label={label}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={field.error !== undefined}
        helperText={field.error ?? help}
        required={required}
        disabled={field.disabled}
        autoFocus={autoFocus}
        {...own}
      />
    </FieldFrame>
  );
}
