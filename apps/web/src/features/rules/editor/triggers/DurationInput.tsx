import { Box, FormHelperText } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { numberToText, parseNumberText } from '../../../../ui/form/number-text.ts';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { type DurationUnit, durationUnits, fromHours, toHours, unitOf } from './duration.ts';

interface DurationInputProps {
  name: string;
  label: string;
  help?: string;
  /** The value of an emptied field. */
  emptyAs: 0 | null;
}

/** A duration with a unit; the form contains hours. */
export function DurationInput({ name, label, help, emptyAs }: DurationInputProps) {
  const { t } = useTranslation('rules');
  const { locale } = useFormats();
  const field = useField(name);
  const hours = typeof field.value === 'number' ? field.value : null;
  const [unit, setUnit] = useState<DurationUnit>(() => unitOf(hours ?? 0));
  const textOf = (value: unknown, by: DurationUnit) =>
    typeof value === 'number' && value !== 0 ? numberToText(fromHours(value, by), locale) : '';
  const [typed, setTyped] = useState({ text: textOf(field.value, unit), value: field.value });
  if (!Object.is(typed.value, field.value)) {
    const by = unitOf(hours ?? 0);
    setUnit(by);
    setTyped({ text: textOf(field.value, by), value: field.value });
  }

  function change(text: string, by: DurationUnit) {
    const number = parseNumberText(text, locale);
    // The schema refuses a text where it expects a number.
    const value = number === undefined ? emptyAs : Number.isNaN(number) ? text : toHours(number, by);
    setUnit(by);
    setTyped({ text, value });
    field.setValue(value);
  }

  const text = field.error ?? help;
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}>
        <TextField
          {...boundTo(field, { label })}
          value={typed.text}
          onChange={(text) => change(text, unit)}
          // The text below belongs to the number and its unit.
          error={field.error !== undefined}
          attributes={{ inputMode: 'decimal' }}
          sx={{ flex: 1, minWidth: 0 }}
        />
        <SelectField
          label={t('trigger.unitOf', { label })}
          hideLabel
          value={unit}
          options={durationUnits.map((value) => ({ value, label: t(`trigger.unit.${value}`) }))}
          onChange={(by) => change(typed.text, by)}
          disabled={field.disabled}
          sx={{ width: 'auto' }}
        />
      </Box>
      {text && <FormHelperText error={field.error !== undefined}>{text}</FormHelperText>}
    </Box>
  );
}
