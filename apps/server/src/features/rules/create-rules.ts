import type { History } from '../../platform/history/history.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { Schedule } from '../../platform/jobs/define-job.ts';
import type { Deliver, Discard } from '../../platform/outbox/deliver.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import { publishApplied } from '../states/index.ts';
import { type CommandsDeps, createCommands } from './commands/index.ts';
import { createRuleEngine, type EngineOptions, type RuleEngine } from './engine/index.ts';
import { createEvaluator, createReplay } from './evaluate/index.ts';
import { createExecutionService } from './execution.service.ts';
import { createPastAlarms, type PastAlarms } from './past-alarms.service.ts';
import { createReplayService } from './replay.service.ts';
import { dropOldExecutions } from './retention.job.ts';
import { ruleRoutes } from './rule.routes.ts';
import { createRuleService } from './rule.service.ts';
import { runRoutes } from './run.routes.ts';
import { createTrialService } from './trial.service.ts';

export type RulesOptions = CommandsDeps &
  Pick<EngineOptions, 'database' | 'values' | 'everyMs'> & {
    history: History;
    sandbox: Sandbox;
    /** Base URL of links in commands. */
    linkBase: string;
  };

export interface Rules {
  routes: HandledRoute[];
  schedules: Schedule[];
  /** By kind of outbox entry. */
  deliverers: Record<string, Deliver>;
  discarders: Record<string, Discard>;
  /** Evaluates the rules; not started yet. */
  engine: RuleEngine;
  pastAlarms: PastAlarms;
}

/** Assembles all services for rules. */
export async function createRules(options: RulesOptions): Promise<Rules> {
  const { history, clock, linkBase } = options;
  const evaluator = createEvaluator(options);
  const commands = await createCommands(options);
  const replay = createReplay({ history, evaluator });
  return {
    routes: [
      ...ruleRoutes(createRuleService({ evaluator, commands, clock })),
      ...runRoutes({
        executions: createExecutionService({ clock }),
        trials: createTrialService({ evaluator, commands, history, clock, linkBase }),
        replays: createReplayService({ replay }),
      }),
    ],
    schedules: [dropOldExecutions],
    deliverers: commands.deliverers,
    discarders: commands.discarders,
    pastAlarms: createPastAlarms({ replay, commands }),
    engine: createRuleEngine({
      ...options,
      evaluator,
      commands,
      onApplied: (applied) => publishApplied(options.live, applied),
    }),
  };
}
