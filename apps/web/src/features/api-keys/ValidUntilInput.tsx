import { dayOf, endOfDay } from '../../lib/valid-until.ts';
import { FramedTextField } from '../../ui/form/FramedTextField.tsx';
import { type FieldProps, useField } from '../../ui/form/form-context.ts';

/** A day of the viewer's calendar; the value is the moment at which it ends. */
export function ValidUntilInput(props: FieldProps) {
  const field = useField(props.name, props.disabled);
  return (
    <FramedTextField
      field={field}
      common={props}
      type="date"
      value={typeof field.value === 'string' ? dayOf(field.value) : ''}
      onChange={(event) => field.setValue(endOfDay(event.target.value))}
      slotProps={{ htmlInput: { min: dayOf(new Date().toISOString()) } }}
    />
  );
}
