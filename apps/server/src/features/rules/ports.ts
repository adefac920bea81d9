import type { Commands } from './commands/index.ts';
import type { Evaluator } from './evaluate/index.ts';

/** What the calls about rules need of the commands. */
export type RuleCommandsPort = Pick<Commands, 'kinds' | 'check' | 'test' | 'statesOf'>;
export type RuleEvaluator = Pick<Evaluator, 'check' | 'evaluate'>;
