import { zoneNames } from '../time/zone-time.ts';
import { AutocompleteField } from './AutocompleteField.tsx';
import { boundTo, type FieldProps, useField } from './form-context.ts';

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
