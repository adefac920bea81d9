import { InputAdornment, TextField } from '@mui/material';
import { CopyButton } from '../../ui/input/CopyButton.tsx';

interface CopyFieldProps {
  label: string;
  text: string;
  copyLabel: string;
  rows?: number;
}

/** A text to take away; a click into it selects all of it, where the clipboard is closed. */
export function CopyField({ label, text, copyLabel, rows = 1 }: CopyFieldProps) {
  return (
    <TextField
      label={label}
      value={text}
      fullWidth
      multiline={rows > 1}
      {...(rows > 1 ? { maxRows: rows } : {})}
      onFocus={(event) => event.target.select()}
      slotProps={{
        htmlInput: { readOnly: true, spellCheck: false },
        input: {
          sx: { fontFamily: 'monospace' },
          endAdornment: (
            <InputAdornment position="end">
              <CopyButton text={text} label={copyLabel} />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
