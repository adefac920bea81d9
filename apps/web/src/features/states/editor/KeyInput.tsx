import { useEffect, useEffectEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { boundTo, useField } from '../../../ui/form/form-context.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { suggestGeoLink, suggestKey } from './suggest-key.ts';

/** Follows the title until somebody writes a key of their own; the geo link follows the key in the same way. */
export function KeyInput() {
  const { t } = useTranslation('states');
  const form = useFormContext();
  const field = useField('key');
  const title: unknown = useWatch({ name: 'title' });
  const [isTouched, setTouched] = useState(false);

  const set = (key: string) => {
    field.setValue(key);
    const { geoLink } = form.formState.touchedFields;
    if (!geoLink) form.setValue('geoLink', suggestGeoLink(key));
  };
  const follow = useEffectEvent((text: string) => {
    if (!isTouched) set(suggestKey(text));
  });
  useEffect(() => {
    if (typeof title === 'string') follow(title);
  }, [title]);

  return (
    <TextField
      {...boundTo(field, {
        label: t('field.key'),
        required: true,
        help: t('field.keyHelp'),
        info: t('field.keyInfo'),
      })}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={(key) => {
        setTouched(true);
        set(key);
      }}
      maxLength={64}
      attributes={{ spellCheck: false }}
    />
  );
}

/** The key of a state that exists: it never changes. */
export function FixedKey({ value }: { value: string }) {
  const { t } = useTranslation('states');
  return <TextField label={t('field.key')} value={value} help={t('field.keyFixed')} />;
}
