import { MenuItem, TextField } from '@mui/material';
import type { SxProps, Theme } from '@mui/material/styles';

export interface PlainOption<T extends string | number> {
  value: T;
  label: string;
}

interface PlainSelectProps<T extends string | number> {
  /** Spoken only: the sentence around it says what it is. */
  label: string;
  /** Undefined: nothing is chosen yet. */
  value: T | undefined;
  options: readonly PlainOption<T>[];
  onChange: (value: T) => void;
  placeholder?: string;
  disabled?: boolean;
  error?: boolean;
  /** Where the keyboard is led to after a change. */
  place?: string;
  sx?: SxProps<Theme>;
}

/** A choice inside a sentence. */
export function PlainSelect<T extends string | number>(props: PlainSelectProps<T>) {
  const { label, value, options, onChange, placeholder, disabled = false, error = false, place, sx } = props;
  const isKnown = options.some((option) => option.value === value);
  return (
    <TextField
      select
      value={isKnown ? value : ''}
      disabled={disabled}
      error={error}
      fullWidth={false}
      {...(sx ? { sx } : {})}
      onChange={({ target }) => {
        const chosen = options.find((option) => String(option.value) === String(target.value));
        if (chosen) onChange(chosen.value);
      }}
      slotProps={{
        select: {
          displayEmpty: true,
          // Attributes of the element that takes the focus; the type knows only those of a plain element.
          SelectDisplayProps: { 'aria-label': label, ...(place === undefined ? {} : { 'data-place': place }) },
          renderValue: (shown) => options.find((option) => option.value === shown)?.label ?? placeholder ?? '',
        },
      }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
