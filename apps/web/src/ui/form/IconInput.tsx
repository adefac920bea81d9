import { Box, FormLabel, ToggleButton, Tooltip } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { type FieldProps, useField } from './form-context.ts';

interface Choice {
  label: string;
  icon: LucideIcon;
}

export interface IconInputProps extends Pick<FieldProps, 'name' | 'label'> {
  /** Keyed by the names under which they are stored. */
  icons: Readonly<Record<string, LucideIcon>>;
  labelOf: (name: string) => string;
  /** The icon that is rendered without a choice, if any. */
  unset?: Choice;
}

/** A choice of one icon out of a few; a second press on the chosen icon clears it. */
export function IconInput({ name, label, icons, labelOf, unset }: IconInputProps) {
  const field = useField(name);
  const labelId = useId();
  const named = Object.entries(icons).map(([value, icon]) => ({ value, icon, label: labelOf(value) }));
  const choices = unset ? [{ ...unset, value: '' }, ...named] : named;
  return (
    <Box>
      <FormLabel component="div" id={labelId} sx={{ mb: 0.75 }}>
        {label}
      </FormLabel>
      <Box role="group" aria-labelledby={labelId} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {choices.map(({ value, label: title, icon: Icon }) => (
          <Tooltip key={value} title={title}>
            <ToggleButton
              size="small"
              value={value}
              selected={field.value === value}
              disabled={field.disabled}
              aria-label={title}
              onChange={() => field.setValue(field.value === value ? '' : value)}
            >
              <Icon size="1rem" aria-hidden />
            </ToggleButton>
          </Tooltip>
        ))}
      </Box>
    </Box>
  );
}
