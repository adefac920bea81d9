import { InputAdornment } from '@mui/material';
import { useState } from 'react';
import { useFormats } from '../../lib/formats.ts';
import { FramedTextField } from './FramedTextField.tsx';
import { type FieldProps, useField } from './form-context.ts';
import { numberToText, parseNumberText } from './number-text.ts';

export interface NumberInputProps extends FieldProps {
  unit?: string;
  placeholder?: string;
  emptyAs?: 'null' | 'absent';
}

/** Takes numbers as the language writes them; what is not a number stays visible and is complained about. */
export function NumberInput(props: NumberInputProps) {
  const { name, unit, placeholder, emptyAs = 'absent' } = props;
  const { locale } = useFormats();
  const field = useField(name, props.disabled);
  const textOf = (value: unknown) => {
    if (typeof value !== 'number') return typeof value === 'string' ? value : '';
    return Number.isNaN(value) ? '' : numberToText(value, locale);
  };
  const [typed, setTyped] = useState({ text: textOf(field.value), value: field.value });
  // Only a change that did not come from typing here (reset, another field) rewrites the text.
  if (!Object.is(typed.value, field.value)) setTyped({ text: textOf(field.value), value: field.value });

  const change = (text: string) => {
    const parsed = parseNumberText(text, locale);
    const empty = emptyAs === 'null' ? null : undefined;
    // The schema complains about a text where it wants a number, so nonsense is handed on as it is.
    const value = parsed === undefined ? empty : Number.isNaN(parsed) ? text : parsed;
    setTyped({ text, value });
    field.setValue(value);
  };

  return (
    <FramedTextField
      field={field}
      common={props}
      value={typed.text}
      onChange={(event) => change(event.target.value)}
      placeholder={placeholder}
      autoComplete="off"
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
      }}
    />
  );
}
