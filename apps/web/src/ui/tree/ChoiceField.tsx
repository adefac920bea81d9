import { IconButton } from '@mui/material';
import { ListTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FieldLook } from '../form/BaseField.tsx';
import { TextField } from '../form/TextField.tsx';

export type ChoiceFieldProps = Pick<FieldLook, 'label' | 'help' | 'error' | 'disabled' | 'required' | 'inputRef'>;

interface ChoiceFieldFrame extends ChoiceFieldProps {
  /** Name of the chosen object. */
  shown: string;
  placeholder: string;
  openLabel: string;
  /** The dialog to choose another one. */
  dialog: (close: () => void) => ReactNode;
}

/** A field with one object and a dialog to choose another. */
export function ChoiceField({ shown, openLabel, dialog, disabled = false, ...look }: ChoiceFieldFrame) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextField
        {...look}
        value={shown}
        disabled={disabled}
        onClick={() => !disabled && setOpen(true)}
        attributes={{ sx: { cursor: disabled ? 'default' : 'pointer' } }}
        suffix={
          <IconButton size="small" edge="end" disabled={disabled} aria-label={openLabel}>
            <ListTree aria-hidden />
          </IconButton>
        }
      />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
