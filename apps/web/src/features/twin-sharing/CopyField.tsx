import { TextField } from '../../ui/form/TextField.tsx';
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
      rows={rows}
      maxRows={rows}
      isCode
      attributes={{ onFocus: ({ target }) => target.select() }}
      suffix={<CopyButton text={text} label={copyLabel} />}
    />
  );
}
