import { definePort } from '../../platform/feature/port.ts';
import type { Commands } from './commands/index.ts';
import type { Rules } from './create-rules.ts';
import type { Evaluator } from './evaluate/index.ts';

/** What the calls about rules need of the commands. */
export type RuleCommandsPort = Pick<Commands, 'kinds' | 'check' | 'test' | 'statesOf'>;
export type RuleEvaluator = Pick<Evaluator, 'check' | 'evaluate'>;

export const rulesPort = definePort<Pick<Rules, 'engine' | 'pastAlarms'>>('rules');

/** Another pace of the scheduler; for tests. */
export const ruleSchedulerPort = definePort<{ everyMs?: number }>('scheduler of rules');
