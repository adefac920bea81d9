import { boundTo, type FieldProps, useField } from '../../ui/form/form-context.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { endOfDate, lastDateBefore } from '../../ui/time/zone-time.ts';

/** A day of the viewer's calendar; the value is the moment at which it ends. */
export function ValidUntilInput(props: FieldProps) {
  const field = useField(props.name, props.disabled);
  return (
    <TextField
      {...boundTo(field, props)}
      type="date"
      value={typeof field.value === 'string' ? lastDateBefore(field.value) : ''}
      onChange={(day) => field.setValue(endOfDate(day))}
      attributes={{ min: lastDateBefore(new Date().toISOString()) }}
    />
  );
}
