import type { AccountSettings, SettingName } from '@stellwerk/contract/setting';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';

export const SettingsContext = createContext<AccountSettings | null>(null);

export function useSettingsHere(): AccountSettings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('Settings are shown inside of SettingsForm only');
  return settings;
}

/** Where the value of a setting is from, and which value applies without an own one. */
export function useSource(name: SettingName, valueText?: (value: unknown) => string): string {
  const { t } = useTranslation('settings');
  const { own, inherited, sources } = useSettingsHere();
  const value = inherited[name];
  const shown = value === undefined ? t('source.none') : (valueText?.(value) ?? String(value));
  const origin = sources[name];
  const isOwn = own[name] !== undefined;
  if (origin === undefined) return t(isOwn ? 'source.ownNotDefault' : 'source.default', { value: shown });
  const from = origin?.name ?? t('source.hidden');
  return t(isOwn ? 'source.ownNotInherited' : 'source.inherited', { from, value: shown });
}
