import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint, definePort } from '../../platform/feature/port.ts';
import type { AppliedWork, Values } from './engine/values.ts';
import type { StateUses } from './lineage.service.ts';

/** Stores values, for connectors, rules and jobs. */
export const valuesPort = definePort<Values>('values of states');

/** Lookups by features that use states, for the lineage. */
export const stateUses = defineExtensionPoint<StateUses>('uses of states');

/** Called in the transaction of values that don't come from the pipeline, such as manual ones. */
export const valueFollowers = defineExtensionPoint<(db: Db, work: AppliedWork) => Promise<void>>('followers of values');
