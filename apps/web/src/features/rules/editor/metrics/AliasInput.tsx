import { useTranslation } from 'react-i18next';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { useTypedText } from '../../../../ui/form/use-typed-text.ts';

interface AliasInputProps {
  name: string;
  isTaken: (alias: string) => boolean;
  onRename: (from: string, to: string) => void;
}

/** The alias of a metric. It applies on blur, when conditions and texts with it are updated. */
export function AliasInput({ name, isTaken, onRename }: AliasInputProps) {
  const { t } = useTranslation('rules');
  const field = useField(name);
  const value = typeof field.value === 'string' ? field.value : '';
  const [text, setText] = useTypedText(value, (alias) => alias);
  const finish = () => {
    const alias = text.trim();
    if (alias !== value) {
      field.setValue(alias);
      onRename(value, alias);
    }
    field.onBlur();
  };
  return (
    <TextField
      {...boundTo(field, { label: t('metric.alias'), required: true })}
      value={text}
      onChange={(next) => setText(next, value)}
      onBlur={finish}
      error={value !== '' && isTaken(value) ? t('metric.aliasTaken') : field.error}
      maxLength={50}
      attributes={{ spellCheck: false }}
    />
  );
}
