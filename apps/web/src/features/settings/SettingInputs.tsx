import type { SettingName } from '@stellwerk/contract/setting';
import { useTranslation } from 'react-i18next';
import type { SelectOption } from '../../ui/form/SelectField.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useSettingsHere, useSource } from './settings-context.ts';

interface SettingInputProps {
  name: SettingName;
  label: string;
  info?: string;
}

interface TextSettingProps extends SettingInputProps {
  type?: 'url' | 'email';
  placeholder?: string;
  maxLength?: number;
}

/** An empty field inherits, so the inherited value is its placeholder. */
export function TextSetting({ name, placeholder, ...look }: TextSettingProps) {
  const { inherited } = useSettingsHere();
  const help = useSource(name);
  const value = inherited[name];
  return (
    <TextInput
      {...look}
      name={name}
      emptyAs="null"
      help={help}
      placeholder={typeof value === 'string' ? value : (placeholder ?? '')}
    />
  );
}

interface ChoiceSettingProps extends SettingInputProps {
  options: readonly SelectOption<string>[];
}

export function ChoiceSetting({ name, options, ...look }: ChoiceSettingProps) {
  const { t } = useTranslation('settings');
  const labelOf = (value: unknown) => options.find((option) => option.value === value)?.label ?? String(value);
  const help = useSource(name, labelOf);
  return <SelectInput {...look} name={name} options={options} emptyAs="null" emptyText={t('inherit')} help={help} />;
}

/** On, off, or as in the account above. */
export function SwitchSetting({ name, label, info }: SettingInputProps) {
  const { t } = useTranslation('settings');
  const options = [
    { value: true, label: t('on') },
    { value: false, label: t('off') },
  ];
  const help = useSource(name, (value) => t(value === true ? 'on' : 'off'));
  return (
    <SelectInput
      name={name}
      label={label}
      {...(info ? { info } : {})}
      // The field keeps values of any type.
      options={options as unknown as SelectOption<string>[]}
      emptyAs="null"
      emptyText={t('inherit')}
      help={help}
    />
  );
}
