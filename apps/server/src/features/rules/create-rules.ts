import type { History } from '../../platform/history/history.ts';
import type { HandledRoute } from '../../platform/http/handle.ts';
import type { Schedule } from '../../platform/jobs/define-job.ts';
import type { Deliver, Discard } from '../../platform/outbox/deliver.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { StarterGrants } from '../api-keys/index.ts';
import { type ButtonCommands, publishApplied } from '../states/index.ts';
import type { CarryRules } from '../twins/index.ts';
import { type CommandsDeps, createCommands } from './commands/index.ts';
import { createRuleEngine, type EngineOptions, type RuleEngine } from './engine/index.ts';
import { createEvaluator, createReplay } from './evaluate/index.ts';
import { createExecutionService } from './execution.service.ts';
import { createPastAlarms, type PastAlarms } from './past-alarms.service.ts';
import type { RuleLock } from './ports.ts';
import { createReplayService } from './replay.service.ts';
import { dropOldExecutions } from './retention.job.ts';
import { ruleRoutes } from './rule.routes.ts';
import { createRuleService } from './rule.service.ts';
import { createRuleChecks } from './rule-check.service.ts';
import { createCarryRules } from './rule-copy.service.ts';
import { createRulePlacements, type RulePlacements } from './rule-placement.service.ts';
import { createSettleRule } from './rule-settle.service.ts';
import { runRoutes } from './run.routes.ts';
import { sharingRoutes } from './shared/sharing.routes.ts';
import { createSharingService } from './shared/sharing.service.ts';
import { syncSharedRules } from './shared/sync.job.ts';
import { createRuleSync } from './shared/sync.service.ts';
import { createTrialService } from './trial.service.ts';

export type RulesOptions = CommandsDeps &
  Pick<EngineOptions, 'database' | 'values' | 'everyMs'> & {
    history: History;
    sandbox: Sandbox;
    linkBase: string;
    mailTransport(accountId: number): Promise<unknown>;
    locks: () => readonly RuleLock[];
    grantsOf: StarterGrants;
  };

export interface Rules {
  routes: HandledRoute[];
  schedules: Schedule[];
  /** Deliverers by kind of outbox entry. */
  deliverers: Record<string, Deliver>;
  discarders: Record<string, Discard>;
  /** Evaluates the rules; not started yet. */
  engine: RuleEngine;
  pastAlarms: PastAlarms;
  /** Puts rules on twins for other features. */
  placements: RulePlacements;
  /** Copies rules to other twins. */
  carry: CarryRules;
  buttons: ButtonCommands;
}

export async function createRules(options: RulesOptions): Promise<Rules> {
  const { history, clock, linkBase, mailTransport, locks } = options;
  const evaluator = createEvaluator(options);
  const commands = await createCommands(options);
  const replay = createReplay({ history, evaluator });
  const check = createRuleChecks({ evaluator, commands });
  const settle = createSettleRule(commands);
  const sync = createRuleSync({ check, settle, clock });
  const sharing = createSharingService({ sync });
  return {
    carry: createCarryRules({ check, settle, clock }),
    placements: createRulePlacements({ check, settle, clock }),
    routes: [
      ...ruleRoutes(createRuleService({ check, settle, commands, clock, mailTransport, sharing, locks })),
      ...sharingRoutes(sharing),
      ...runRoutes({
        executions: createExecutionService({ clock }),
        trials: createTrialService({ evaluator, commands, history, clock, linkBase }),
        replays: createReplayService({ replay }),
      }),
    ],
    schedules: [dropOldExecutions, syncSharedRules({ sync, grantsOf: options.grantsOf })],
    deliverers: commands.deliverers,
    discarders: commands.discarders,
    buttons: commands.buttons,
    pastAlarms: createPastAlarms({ replay, commands }),
    engine: createRuleEngine({
      ...options,
      evaluator,
      commands,
      onApplied: (applied) => publishApplied(options.live, applied),
    }),
  };
}
