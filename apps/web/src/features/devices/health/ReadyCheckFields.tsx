import { Box, Typography } from '@mui/material';
import { type ReadyCheck, type ReadyKind, readyKinds } from '@stellwerk/contract/ready-checks';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SuggestField } from '../../../ui/form/SuggestField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';

export interface ReadyCheckFieldsProps {
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

/** A check as a sentence with gaps; the script is written from it. */
export function ReadyCheckFields({ check, keys, disabled, onChange }: ReadyCheckFieldsProps) {
  const { t } = useTranslation('devices');
  return (
    <Box>
      <Typography variant="subtitle2" component="div" sx={{ mb: 1 }}>
        {t('check.when')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr' } }}>
        <SelectField
          label={t('check.kind')}
          value={check.kind}
          disabled={disabled}
          options={readyKinds.map((value) => ({ value, label: t(`check.kinds.${value}`) }))}
          onChange={(kind) => onChange(ofKind(kind, check, keys))}
        />
        {check.kind !== 'silent' && (
          <SuggestField
            label={t('check.state')}
            suggestions={keys}
            value={check.key}
            disabled={disabled}
            onChange={(key) => onChange({ ...check, key })}
          />
        )}
        {(check.kind === 'below' || check.kind === 'above') && (
          <NumberField
            label={t('check.limit')}
            value={check.limit}
            disabled={disabled}
            onChange={(limit) => onChange({ ...check, limit })}
          />
        )}
        {check.kind === 'equals' && (
          <TextField
            label={t('check.value')}
            value={String(check.value)}
            disabled={disabled}
            help={t('check.valueHelp')}
            onChange={(text) => onChange({ ...check, value: valueIn(text) })}
          />
        )}
        {(check.kind === 'silent' || check.kind === 'unchanged') && (
          <NumberField
            label={t('check.hours')}
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
