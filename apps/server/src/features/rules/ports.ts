import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint, definePort } from '../../platform/feature/port.ts';
import type { Commands } from './commands/index.ts';
import type { Rules } from './create-rules.ts';
import type { Evaluator } from './evaluate/index.ts';

/** The part of the commands that the routes of rules need. */
export type RuleCommandsPort = Pick<Commands, 'kinds' | 'check' | 'test' | 'statesOf'>;
export type RuleEvaluator = Pick<Evaluator, 'check' | 'evaluate'>;

export const rulesPort = definePort<Pick<Rules, 'engine' | 'pastAlarms' | 'placements'>>('rules');

/** Fails if something else sets the rule, such as the template of its device. */
export type RuleLock = (db: Db, ruleId: number) => Promise<void>;

/** Added by features that set the rules of twins. */
export const ruleLocks = defineExtensionPoint<RuleLock>('locks of rules');

/** Overrides the interval of the scheduler, for tests. */
export const ruleSchedulerPort = definePort<{ everyMs?: number }>('scheduler of rules');
