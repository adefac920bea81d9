import { type AccountSettings, type SettingName, settingChange } from '@stellwerk/contract/setting';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { type SettingChange, useSaveSettings } from './setting.queries.ts';
import { SettingsContext } from './settings-context.ts';

interface SettingsFormProps {
  accountId: number;
  settings: AccountSettings;
  /** The settings whose fields are in this form. */
  names: readonly SettingName[];
  children: ReactNode;
}

/** A form of some settings. Empty fields inherit; only changed settings are sent. */
export function SettingsForm({ accountId, settings, names, children }: SettingsFormProps) {
  const { t } = useTranslation('settings');
  const save = useSaveSettings(accountId);
  const stored = Object.fromEntries(names.map((name) => [name, settings.own[name] ?? null]));
  const isNamed = (name: string) => names.some((each) => each === name);
  return (
    <SettingsContext value={settings}>
      <Form
        key={JSON.stringify([accountId, stored])}
        schema={settingChange}
        defaultValues={stored}
        onSubmit={async (values) => {
          const changed = Object.entries(values).filter(([name, value]) => isNamed(name) && value !== stored[name]);
          await save(Object.fromEntries(changed) as SettingChange);
          showToast({ message: t('saved') });
        }}
      >
        {children}
        <FormActions needsChange />
      </Form>
    </SettingsContext>
  );
}
