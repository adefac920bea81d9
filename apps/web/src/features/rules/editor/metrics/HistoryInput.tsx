import { Box, Checkbox, FormControlLabel, FormHelperText, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { useField } from '../../../../ui/form/form-context.ts';
import { numberToText, parseNumberText } from '../../../../ui/form/number-text.ts';

interface HistoryInputProps {
  name: string;
  kind: 'minutes' | 'count';
  initial: number;
  onSwitchedOn: () => void;
}

/** "The last 15 minutes" with a box of its own; without the tick there is no such limit. */
export function HistoryInput({ name, kind, initial, onSwitchedOn }: HistoryInputProps) {
  const { t } = useTranslation('rules');
  const { locale } = useFormats();
  const field = useField(name);
  const isOn = field.value !== null && field.value !== undefined;
  const textOf = (value: unknown) => (typeof value === 'number' ? numberToText(value, locale) : '');
  const [typed, setTyped] = useState({ text: textOf(field.value), value: field.value });
  if (!Object.is(typed.value, field.value)) setTyped({ text: textOf(field.value), value: field.value });

  const change = (text: string) => {
    const number = parseNumberText(text, locale);
    // A text is refused by the schema; nothing would switch the limit off.
    const value = number === undefined || Number.isNaN(number) ? text : number;
    setTyped({ text, value });
    field.setValue(value);
  };

  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <FormControlLabel
          sx={{ mr: 1 }}
          label={t(`metric.last.${kind}.before`)}
          control={
            <Checkbox
              checked={isOn}
              disabled={field.disabled}
              onChange={(_, checked) => {
                field.setValue(checked ? initial : null);
                if (checked) onSwitchedOn();
              }}
              slotProps={{ input: { 'aria-label': t(`metric.last.${kind}.label`) } }}
            />
          }
        />
        <TextField
          fullWidth={false}
          value={typed.text}
          disabled={field.disabled || !isOn}
          error={field.error !== undefined}
          onChange={({ target }) => change(target.value)}
          onBlur={field.onBlur}
          inputRef={field.ref}
          slotProps={{ htmlInput: { 'aria-label': t(`metric.last.${kind}.number`), inputMode: 'numeric', size: 4 } }}
        />
        <Box component="span" sx={{ ml: 1, color: isOn ? 'text.primary' : 'text.muted' }}>
          {t(`metric.last.${kind}.after`)}
        </Box>
      </Box>
      {field.error && <FormHelperText error>{field.error}</FormHelperText>}
    </Box>
  );
}
