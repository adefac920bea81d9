import { defineExtensionPoint } from '../../platform/feature/port.ts';
import type { AccountCleaner, ObjectCounter, Tie } from './account.service.ts';

/** Objects of other features that lie in an account: one that holds any is not deleted. */
export const accountContents = defineExtensionPoint<ObjectCounter>('contents of accounts');

export const accountCleaners = defineExtensionPoint<AccountCleaner>('cleaners of accounts');

/** Objects that keep an account from being moved. */
export const accountTies = defineExtensionPoint<Tie>('ties of accounts');
