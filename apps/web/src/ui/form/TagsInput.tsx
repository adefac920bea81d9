import { useTranslation } from 'react-i18next';
import { boundTo, type FieldProps, useField } from './form-context.ts';
import { TagsField, type TagsFieldProps } from './TagsField.tsx';

export interface TagsInputProps extends FieldProps, Pick<TagsFieldProps, 'suggestions' | 'maxTags'> {}

export function TagsInput({ name, suggestions, maxTags, ...props }: TagsInputProps) {
  const { t } = useTranslation('ui');
  const field = useField(name, props.disabled);
  return (
    <TagsField
      {...boundTo(field, { ...props, help: props.help ?? t('form.tagsHelp') })}
      value={Array.isArray(field.value) ? field.value.map(String) : []}
      onChange={field.setValue}
      suggestions={suggestions}
      maxTags={maxTags}
    />
  );
}
