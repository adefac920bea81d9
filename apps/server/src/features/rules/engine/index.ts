import type { AppliedWork } from '../../../ingest/apply/ports.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { AppliedValue, Values } from '../../states/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Evaluator } from '../evaluate/index.ts';
import { createCounters } from './counters.ts';
import { createRuleCache, databaseRules, type RuleCache } from './rule-cache.ts';
import { createScheduler, type SchedulerOptions } from './scheduler.ts';
import { createRuleStep } from './step.ts';

export interface EngineOptions extends Pick<SchedulerOptions, 'everyMs'> {
  database: Database;
  history: History;
  evaluator: Evaluator;
  commands: Pick<Commands, 'prepare' | 'render'>;
  values: Pick<Values, 'recompute'>;
  clock: Clock;
  log: Log;
  /** Public base URL of the installation. */
  linkBase: string;
  onApplied(applied: readonly AppliedValue[]): void;
}

export interface RuleEngine {
  /** Cache of all rules, for the pipeline, which loads and reloads it together with its directory. */
  ruleCache: RuleCache;
  /** Evaluates rules for values of the pipeline, in its transaction. */
  step(db: Db, work: AppliedWork): Promise<{ settle(): void }>;
  /** The same for occasional values; rules are read from the database. */
  follow(db: Db, work: AppliedWork): Promise<void>;
  /** Runs everything that is due now. */
  turn(): Promise<void>;
  /** Writes the buffered counters. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createRuleEngine(options: EngineOptions): RuleEngine {
  const { database, log, linkBase } = options;
  const counters = createCounters({ db: database.db, log });
  const ruleCache = createRuleCache();
  const linkTo = ({ twinId, id }: { twinId: number; id: number }) =>
    `${linkBase}/#/digitaltwin-mgmt/${twinId}/rules/${id}`;
  const step = createRuleStep({ ...options, counters, linkTo });
  const scheduler = createScheduler({ ...options, step });
  return {
    ruleCache,
    step: (db, work) => step.run(db, ruleCache, work),
    async follow(db, work) {
      (await step.run(db, databaseRules, work)).settle();
    },
    turn: scheduler.turn,
    flush: counters.flush,
    start() {
      counters.start();
      scheduler.start();
    },
    async stop() {
      await scheduler.stop();
      await counters.stop();
    },
  };
}
