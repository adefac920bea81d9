import { defineExtensionPoint } from '../../platform/feature/port.ts';
import type { AccountCleaner, MoveBlocker, ObjectCounter } from './account.service.ts';

/** Counters of objects that prevent the deletion of their account. */
export const accountContents = defineExtensionPoint<ObjectCounter>('contents of accounts');

export const accountCleaners = defineExtensionPoint<AccountCleaner>('cleaners of accounts');

/** Counters of objects that prevent an account from being moved. */
export const accountMoveBlockers = defineExtensionPoint<MoveBlocker>('blockers of account moves');
