import { Box, FormHelperText, FormLabel, ToggleButton } from '@mui/material';
import { useId } from 'react';
import { useField } from './form-context.ts';

interface DaysInputProps {
  name: string;
  label: string;
  help?: string;
  days: readonly { value: number; label: string; spoken: string }[];
}

/** A choice of several days, each as a toggle button. */
export function DaysInput({ name, label, help, days }: DaysInputProps) {
  const field = useField(name);
  const labelId = useId();
  const chosen = Array.isArray(field.value) ? field.value.map(Number) : [];
  const toggle = (day: number) =>
    field.setValue(
      chosen.includes(day) ? chosen.filter((each) => each !== day) : [...chosen, day].toSorted((a, b) => a - b),
    );
  const text = field.error ?? help;
  return (
    <Box>
      <FormLabel component="div" id={labelId} sx={{ mb: 0.75 }}>
        {label}
      </FormLabel>
      <Box role="group" aria-labelledby={labelId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {days.map(({ value, label: shown, spoken }) => (
          <ToggleButton
            key={value}
            size="small"
            value={value}
            selected={chosen.includes(value)}
            disabled={field.disabled}
            aria-label={spoken}
            onChange={() => toggle(value)}
            sx={{ minWidth: '2.5rem' }}
          >
            {shown}
          </ToggleButton>
        ))}
      </Box>
      {text && <FormHelperText error={field.error !== undefined}>{text}</FormHelperText>}
    </Box>
  );
}
