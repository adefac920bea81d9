import { Box, FormHelperText, Slider, Typography } from '@mui/material';
import { useId } from 'react';
import { type FieldProps, useField } from './form-context.ts';

export interface SliderInputProps extends Omit<FieldProps, 'required' | 'autoFocus' | 'info'> {
  min: number;
  max: number;
  step: number;
  /** Formats a value for the label and for screen readers. */
  textOf: (value: number) => string;
}

/** A number of which only the rough size matters. */
export function SliderInput({ name, label, help, disabled, min, max, step, textOf }: SliderInputProps) {
  const field = useField(name, disabled);
  const labelId = useId();
  const helpId = useId();
  const value = typeof field.value === 'number' ? field.value : min;
  const text = field.error ?? help;
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        <Typography id={labelId} variant="body2">
          {label}
        </Typography>
        <Typography variant="body2" color="textSecondary" aria-hidden>
          {textOf(value)}
        </Typography>
      </Box>
      {/* The thumb would overflow at both ends. */}
      <Box sx={{ px: 1.25 }}>
        <Slider
          size="small"
          value={value}
          onChange={(_, next) => field.setValue(next)}
          onBlur={field.onBlur}
          disabled={field.disabled}
          min={min}
          max={max}
          step={step}
          getAriaValueText={textOf}
          slotProps={{ input: { 'aria-labelledby': labelId, ...(text ? { 'aria-describedby': helpId } : {}) } }}
        />
      </Box>
      {text && (
        <FormHelperText id={helpId} error={field.error !== undefined} sx={{ mt: 0 }}>
          {text}
        </FormHelperText>
      )}
    </Box>
  );
}
