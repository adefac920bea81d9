import { AutocompleteField } from '../../../ui/form/AutocompleteField.tsx';
import { boundTo, type FieldProps, useField } from '../../../ui/form/form-context.ts';
import { zoneNames } from '../../../ui/time/zone-time.ts';

const zones = zoneNames();

/** An IANA time zone. */
export function ZoneInput({ name, ...props }: FieldProps) {
  const field = useField(name, props.disabled);
  return (
    <AutocompleteField
      {...boundTo(field, props)}
      options={zones}
      value={typeof field.value === 'string' ? field.value : null}
      onChange={(_, zone) => field.setValue(zone)}
    />
  );
}
