import { definePort } from '../../platform/feature/port.ts';
import type { Commands } from './commands/index.ts';
import type { Rules } from './create-rules.ts';
import type { Evaluator } from './evaluate/index.ts';

/** The part of the commands that the routes of rules need. */
export type RuleCommandsPort = Pick<Commands, 'kinds' | 'check' | 'test' | 'statesOf'>;
export type RuleEvaluator = Pick<Evaluator, 'check' | 'evaluate'>;

export const rulesPort = definePort<Pick<Rules, 'engine' | 'pastAlarms'>>('rules');

/** Overrides the interval of the scheduler, for tests. */
export const ruleSchedulerPort = definePort<{ everyMs?: number }>('scheduler of rules');
