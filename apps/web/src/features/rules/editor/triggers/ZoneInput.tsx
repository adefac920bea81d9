import { Autocomplete, TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';

const zones = Intl.supportedValuesOf('timeZone');

/** On whose clock a time is meant. */
export function ZoneInput({ name }: { name: string }) {
  const { t } = useTranslation('rules');
  const field = useField(name);
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <Autocomplete
      options={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      disableClearable
      disabled={field.disabled}
      onChange={(_, zone) => field.setValue(zone)}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('trigger.zone')}
          inputRef={field.ref}
          error={field.error !== undefined}
          helperText={field.error}
        />
      )}
    />
  );
}
