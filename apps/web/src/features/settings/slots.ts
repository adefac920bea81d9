import type { Account } from '@stellwerk/contract/account';
import type { AccountSettings } from '@stellwerk/contract/setting';
import { defineSlot } from '../../lib/slots.ts';
import type { TabEntry } from '../../ui/slot/slot-entries.ts';

export interface SettingsTabContext {
  account: Account;
  settings: AccountSettings;
}

/** Tabs of the page of settings. */
export const settingsTabs = defineSlot<TabEntry<SettingsTabContext>>('settings.tabs');
