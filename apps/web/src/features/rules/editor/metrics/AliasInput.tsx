import { TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';

interface AliasInputProps {
  name: string;
  isTaken: (alias: string) => boolean;
  onRename: (from: string, to: string) => void;
}

/** The name of a metric. It holds once it is finished: conditions and texts that use it follow it then. */
export function AliasInput({ name, isTaken, onRename }: AliasInputProps) {
  const { t } = useTranslation('rules');
  const field = useField(name);
  const value = typeof field.value === 'string' ? field.value : '';
  const [typed, setTyped] = useState({ text: value, value });
  if (typed.value !== value) setTyped({ text: value, value });
  const finish = () => {
    const alias = typed.text.trim();
    if (alias !== value) {
      field.setValue(alias);
      onRename(value, alias);
    }
    field.onBlur();
  };
  const error = value !== '' && isTaken(value) ? t('metric.aliasTaken') : field.error;
  return (
    <TextField
      label={t('metric.alias')}
      value={typed.text}
      onChange={({ target }) => setTyped({ text: target.value, value })}
      onBlur={finish}
      inputRef={field.ref}
      required
      disabled={field.disabled}
      error={error !== undefined}
      helperText={error}
      autoComplete="off"
      slotProps={{ htmlInput: { spellCheck: false, maxLength: 50 } }}
    />
  );
}
