import { FormControl, FormControlLabel, FormHelperText, Switch } from '@mui/material';
import { useId } from 'react';
import { FieldFrame } from './FieldFrame.tsx';
import { type FieldProps, useField } from './form-context.ts';

export function SwitchInput({ name, label, help, info, disabled }: Omit<FieldProps, 'required' | 'autoFocus'>) {
  const id = useId();
  const field = useField(name, disabled);
  const text = field.error ?? help;
  return (
    <FieldFrame label={label} info={info}>
      <FormControl error={field.error !== undefined}>
        <FormControlLabel
          label={label}
          control={
            <Switch
              checked={field.value === true}
              onChange={(_, checked) => field.setValue(checked)}
              onBlur={field.onBlur}
              disabled={field.disabled}
              slotProps={{ input: { ref: field.ref, ...(text ? { 'aria-describedby': id } : {}) } }}
            />
          }
        />
        {text && <FormHelperText id={id}>{text}</FormHelperText>}
      </FormControl>
    </FieldFrame>
  );
}
