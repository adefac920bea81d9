import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../code/CodeEditor.tsx';
import { type FieldProps, useField } from './form-context.ts';

/** A setting without a simpler input, as JSON. Invalid JSON is passed on as text, which the schema refuses. */
export function JsonInput({ name, label, help, disabled }: FieldProps) {
  const { t } = useTranslation('ui');
  const field = useField(name, disabled);
  const [text, setText] = useState(() => (field.value === undefined ? '' : JSON.stringify(field.value, null, 2)));
  const [isBroken, setBroken] = useState(false);
  const change = (next: string) => {
    setText(next);
    try {
      field.setValue(next.trim() === '' ? undefined : JSON.parse(next));
      setBroken(false);
    } catch {
      field.setValue(next);
      setBroken(true);
    }
  };
  const error = isBroken ? t('form.notJson') : field.error;
  return (
    <CodeEditor
      label={label}
      language="json"
      rows={6}
      value={text}
      onChange={change}
      {...(help ? { help } : {})}
      {...(error ? { error } : {})}
    />
  );
}
