import { Autocomplete, Box, InputAdornment, MenuItem, TextField, Typography } from '@mui/material';
import { type ReadyCheck, type ReadyKind, readyKinds } from '@stellwerk/contract/ready-checks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { numberToText, parseNumberText } from '../../../ui/form/number-text.ts';

interface ReadyCheckFieldsProps {
  check: ReadyCheck;
  keys: readonly string[];
  disabled: boolean;
  onChange: (check: ReadyCheck) => void;
}

const keyIn = (check: ReadyCheck, keys: readonly string[]) => (check.kind === 'silent' ? (keys[0] ?? '') : check.key);

/** Another kind keeps the state where it has one. */
function ofKind(kind: ReadyKind, check: ReadyCheck, keys: readonly string[]): ReadyCheck {
  const key = keyIn(check, keys);
  switch (kind) {
    case 'below':
      return { kind, key, limit: 20 };
    case 'above':
      return { kind, key, limit: 100 };
    case 'equals':
      return { kind, key, value: true };
    case 'silent':
      return { kind, hours: 24 };
    case 'unchanged':
      return { kind, key, hours: 24 };
  }
}

/** `true`, `7` and `"text"` mean what they say; anything else is a text. */
function valueIn(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

interface NumberFieldProps {
  label: string;
  unit?: string;
  value: number;
  disabled: boolean;
  onChange: (value: number) => void;
}

/** Only numbers leave this field; what is none stays in it and says so. */
function NumberField({ label, unit, value, disabled, onChange }: NumberFieldProps) {
  const { t } = useTranslation('drivers');
  const { locale } = useFormats();
  const [typed, setTyped] = useState({ text: numberToText(value, locale), value });
  if (!Object.is(typed.value, value)) setTyped({ text: numberToText(value, locale), value });
  const parsed = parseNumberText(typed.text, locale);
  const isWrong = parsed === undefined || Number.isNaN(parsed);
  return (
    <TextField
      label={label}
      value={typed.text}
      disabled={disabled}
      error={isWrong}
      helperText={isWrong && t('health.numberNeeded')}
      onChange={({ target }) => {
        const next = parseNumberText(target.value, locale);
        const isNumber = next !== undefined && !Number.isNaN(next);
        setTyped({ text: target.value, value: isNumber ? next : value });
        if (isNumber) onChange(next);
      }}
      slotProps={{
        htmlInput: { inputMode: 'decimal' },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
      }}
    />
  );
}

/** A check as a sentence with gaps; the script is written from it. */
export function ReadyCheckFields({ check, keys, disabled, onChange }: ReadyCheckFieldsProps) {
  const { t } = useTranslation('drivers');
  return (
    <Box>
      <Typography variant="subtitle2" component="div" sx={{ mb: 1 }}>
        {t('health.when')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr' } }}>
        <TextField
          select
          label={t('health.kind')}
          value={check.kind}
          disabled={disabled}
          onChange={({ target }) =>
            onChange(ofKind(readyKinds.find((kind) => kind === target.value) ?? check.kind, check, keys))
          }
        >
          {readyKinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {t(`health.kinds.${kind}`)}
            </MenuItem>
          ))}
        </TextField>
        {check.kind !== 'silent' && (
          <Autocomplete
            freeSolo
            disableClearable
            options={keys}
            value={check.key}
            disabled={disabled}
            onInputChange={(_, key, reason) => reason !== 'reset' && onChange({ ...check, key })}
            onChange={(_, key) => onChange({ ...check, key })}
            renderInput={(params) => <TextField {...params} label={t('health.state')} />}
          />
        )}
        {(check.kind === 'below' || check.kind === 'above') && (
          <NumberField
            label={t('health.limit')}
            value={check.limit}
            disabled={disabled}
            onChange={(limit) => onChange({ ...check, limit })}
          />
        )}
        {check.kind === 'equals' && (
          <TextField
            label={t('health.value')}
            value={String(check.value)}
            disabled={disabled}
            helperText={t('health.valueHelp')}
            onChange={({ target }) => onChange({ ...check, value: valueIn(target.value) })}
          />
        )}
        {(check.kind === 'silent' || check.kind === 'unchanged') && (
          <NumberField
            label={t('health.hours')}
            unit="h"
            value={check.hours}
            disabled={disabled}
            onChange={(hours) => onChange({ ...check, hours })}
          />
        )}
      </Box>
    </Box>
  );
}
