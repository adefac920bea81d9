import { boundTo, type FieldProps, useField } from './form-context.ts';
import { SwitchField } from './SwitchField.tsx';

export function SwitchInput({ name, ...props }: Omit<FieldProps, 'required' | 'autoFocus'>) {
  const field = useField(name, props.disabled);
  return <SwitchField {...boundTo(field, props)} value={field.value === true} onChange={field.setValue} />;
}
