import { featureFlagDefaults } from '@stellwerk/contract/session';
import { type SettingName, type SettingValues, settingNames, settingValues } from '@stellwerk/contract/setting';
import type { AccountLevel } from './setting.store.ts';

/** Values of the product itself; settings that are not listed have none. */
export const settingDefaults: SettingValues = {
  colourMode: 'system',
  logoPosition: 'center',
  footerDe: true,
  footerEn: true,
  ...featureFlagDefaults,
};

/** Stored values that the schema still knows, one by one: an invalid one must not take the others with it. */
export function ownValues(stored: AccountLevel['values']): SettingValues {
  const known = settingNames.flatMap((name) => {
    const parsed = settingValues.shape[name].safeParse(stored[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(known) as SettingValues;
}

export interface Inherited {
  values: SettingValues;
  /** The account that each value is from; absent for defaults. */
  sources: Partial<Record<SettingName, AccountLevel>>;
}

/** Each setting by itself from the nearest level that has it, else from the product. */
export function inherit(levels: readonly AccountLevel[]): Inherited {
  const values: SettingValues = { ...settingDefaults };
  const sources: Inherited['sources'] = {};
  for (const level of levels.toReversed()) {
    const own = ownValues(level.values);
    Object.assign(values, own);
    for (const name of settingNames) if (own[name] !== undefined) sources[name] = level;
  }
  return { values, sources };
}
