import { FormControl, FormControlLabel, FormHelperText, Switch } from '@mui/material';
import { useId } from 'react';
import type { FieldLook } from './BaseField.tsx';
import { FieldFrame } from './FieldFrame.tsx';

export interface SwitchFieldProps extends Omit<FieldLook, 'required' | 'autoFocus' | 'hideLabel'> {
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A boolean outside a form; inside a form it is `SwitchInput`. */
export function SwitchField(props: SwitchFieldProps) {
  const { label, help, info, error, disabled = false, onBlur, inputRef, sx, value, onChange } = props;
  const id = useId();
  const text = typeof error === 'string' ? error : help;
  const field = (
    <FormControl error={error !== undefined && error !== false} {...(sx ? { sx } : {})}>
      <FormControlLabel
        label={label}
        // Only the label toggles, not the empty space beside it.
        sx={{ alignSelf: 'flex-start' }}
        control={
          <Switch
            checked={value}
            onChange={(_, checked) => onChange(checked)}
            {...(onBlur ? { onBlur } : {})}
            disabled={disabled}
            slotProps={{
              input: { ...(inputRef ? { ref: inputRef } : {}), ...(text ? { 'aria-describedby': id } : {}) },
            }}
          />
        }
      />
      {text && <FormHelperText id={id}>{text}</FormHelperText>}
    </FormControl>
  );
  if (!info) return field;
  return (
    <FieldFrame label={label} info={info}>
      {field}
    </FieldFrame>
  );
}
