import { IconButton, InputAdornment, TextField } from '@mui/material';
import { ListTree } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';

export interface ChoiceFieldProps {
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

interface ChoiceFieldFrame extends ChoiceFieldProps {
  /** What is chosen, by its name. */
  shown: string;
  placeholder: string;
  openLabel: string;
  /** Where another one is chosen. */
  dialog: (close: () => void) => ReactNode;
}

/** A field that holds one thing and opens a dialog to choose another. */
export function ChoiceField(props: ChoiceFieldFrame) {
  const { label, shown, placeholder, openLabel, dialog, help, error, inputRef } = props;
  const { disabled = false, required = false } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextField
        label={label}
        value={shown}
        placeholder={placeholder}
        required={required}
        disabled={disabled}
        error={error !== undefined}
        helperText={error ?? help}
        onClick={() => !disabled && setOpen(true)}
        {...(inputRef ? { inputRef } : {})}
        slotProps={{
          htmlInput: { readOnly: true, sx: { cursor: disabled ? 'default' : 'pointer' } },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton size="small" edge="end" disabled={disabled} aria-label={openLabel}>
                  <ListTree aria-hidden />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
