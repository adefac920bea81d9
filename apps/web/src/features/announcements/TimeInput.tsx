import { boundTo, type FieldProps, useField } from '../../ui/form/form-context.ts';
import { TextField } from '../../ui/form/TextField.tsx';

const localText = (iso: string) => {
  const time = new Date(iso);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** A time in the zone of the browser; an empty field is an open bound. */
export function TimeInput(props: FieldProps) {
  const field = useField(props.name, props.disabled);
  return (
    <TextField
      {...boundTo(field, props)}
      type="datetime-local"
      value={typeof field.value === 'string' ? localText(field.value) : ''}
      onChange={(time) => field.setValue(time === '' ? null : new Date(time).toISOString())}
    />
  );
}
