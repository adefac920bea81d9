import { properties } from '@stellwerk/contract/user';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CodeEditor } from '../../ui/code/CodeEditor.tsx';
import { useField } from '../../ui/form/form-context.ts';

/** Properties as typed: JSON text that is parsed into an object of the contract. */
export const propertiesText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return text.trim() === '' ? {} : JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom' });
      return z.NEVER;
    }
  })
  .pipe(properties);

export const toPropertiesText = (value: Record<string, unknown>): string => JSON.stringify(value, null, 2);

/** Custom properties of a user, as JSON. */
export function PropertiesInput({ name, disabled = false }: { name: string; disabled?: boolean }) {
  const { t } = useTranslation('users');
  const field = useField(name, disabled);
  return (
    <CodeEditor
      label={t('field.properties')}
      help={t('field.propertiesHelp')}
      language="json"
      rows={6}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.disabled ? undefined : field.setValue}
      {...(field.error === undefined ? {} : { error: field.error })}
    />
  );
}
