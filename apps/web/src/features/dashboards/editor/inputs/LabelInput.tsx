import { TemplateInput } from '../../../../ui/form/TemplateInput.tsx';
import { useEditing } from '../editor-context.ts';
import type { WidgetInputProps } from './input-props.ts';

/** A text with placeholders that are filled for each twin, state and value. */
export function LabelInput({ schema, ...field }: WidgetInputProps) {
  const { allPlaceholders } = useEditing();
  return (
    <TemplateInput
      {...field}
      groups={allPlaceholders}
      {...(typeof schema.maxLength === 'number' ? { maxLength: schema.maxLength } : {})}
    />
  );
}
