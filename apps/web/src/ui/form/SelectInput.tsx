import { useTranslation } from 'react-i18next';
import { boundTo, type FieldProps, useField } from './form-context.ts';
import { SelectBase, type SelectOption } from './SelectField.tsx';

export interface SelectInputProps extends FieldProps {
  options: readonly SelectOption<string | number>[];
  /** Adds an option "none" and defines its value. */
  emptyAs?: 'null' | 'absent';
  multiple?: boolean;
  /** The text of that option; by default that nothing is chosen. */
  emptyText?: string;
}

export function SelectInput(props: SelectInputProps) {
  const { name, options, emptyAs, multiple = false } = props;
  const { t } = useTranslation('ui');
  const emptyText = props.emptyText ?? t(emptyAs ? 'form.none' : 'form.choose');
  const field = useField(name, props.disabled);
  const none = { value: emptyAs === 'null' ? null : undefined, label: emptyText, isNone: true };
  return (
    <SelectBase<unknown>
      {...boundTo(field, props)}
      options={emptyAs && !multiple ? [none, ...options] : options}
      values={multiple && Array.isArray(field.value) ? field.value : [field.value ?? none.value]}
      onChoose={(values) => field.setValue(multiple ? values : values[0])}
      multiple={multiple}
      emptyText={emptyText}
    />
  );
}
