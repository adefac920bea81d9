import type { AccountSettings } from '@stellwerk/contract/setting';

export interface TabProps {
  accountId: number;
  settings: AccountSettings;
}
