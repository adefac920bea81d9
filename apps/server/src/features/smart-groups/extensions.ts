import type { Language } from '@stellwerk/contract/text';
import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint } from '../../platform/feature/port.ts';

/**
 * Finds objects that use a smart group, such as reports: the group can't be deleted while there are any. Returns their
 * names as the user reads them, for example `Alarm report "Night shift"`, at most ten.
 */
export type SmartGroupUses = (db: Db, smartGroupId: number, language: Language) => Promise<string[]>;

export const smartGroupUses = defineExtensionPoint<SmartGroupUses>('uses of smart groups');

/** Called in the transaction that has changed the filter of a group, for features that keep what follows from it. */
export type SmartGroupChanged = (db: Db, smartGroupId: number) => Promise<void>;

export const smartGroupFollowers = defineExtensionPoint<SmartGroupChanged>('followers of smart groups');
