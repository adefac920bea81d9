import { useTranslation } from 'react-i18next';
import { AutocompleteField } from '../../../../ui/form/AutocompleteField.tsx';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { zoneNames } from '../../../../ui/time/zone-time.ts';

const zones = zoneNames();

/** The time zone of a trigger. */
export function ZoneInput({ name }: { name: string }) {
  const { t } = useTranslation('rules');
  const field = useField(name);
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <AutocompleteField
      {...boundTo(field, { label: t('trigger.zone') })}
      options={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      disableClearable
      onChange={(_, zone) => field.setValue(zone)}
    />
  );
}
