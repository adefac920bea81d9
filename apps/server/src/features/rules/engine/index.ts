import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Db } from '../../../platform/db/db.ts';
import type { History } from '../../../platform/history/history.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { AppliedValue, AppliedWork, Values } from '../../states/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Evaluator } from '../evaluate/index.ts';
import { createRuleBook, databaseRules, type RuleBook } from './rule-book.ts';
import { createRuleStep } from './step.ts';
import { createTally } from './tally.ts';
import { createWheel, type WheelOptions } from './wheel.ts';

export interface EngineOptions extends Pick<WheelOptions, 'everyMs'> {
  database: Database;
  history: History;
  evaluator: Evaluator;
  commands: Pick<Commands, 'prepare' | 'render'>;
  values: Pick<Values, 'recompute'>;
  clock: Clock;
  log: Log;
  /** Under which address the installation is reached. */
  linkBase: string;
  onApplied(applied: readonly AppliedValue[]): void;
}

export interface RuleEngine {
  /** All rules in memory, for the pipeline: it loads and reloads them with its directory. */
  book: RuleBook;
  /** What follows from values of the pipeline, in its transaction. */
  step(db: Db, work: AppliedWork): Promise<{ settle(): void }>;
  /** The same for values that come now and then. */
  follow(db: Db, work: AppliedWork): Promise<void>;
  /** Everything that is due at this moment. */
  turn(): Promise<void>;
  /** Writes the counts that wait in memory. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export function createRuleEngine(options: EngineOptions): RuleEngine {
  const { database, log, linkBase } = options;
  const tally = createTally({ db: database.db, log });
  const book = createRuleBook();
  const linkTo = ({ twinId, id }: { twinId: number; id: number }) =>
    `${linkBase}/#/digitaltwin-mgmt/${twinId}/rules/${id}`;
  const step = createRuleStep({ ...options, tally, linkTo });
  const wheel = createWheel({ ...options, step });
  return {
    book,
    step: (db, work) => step.run(db, book, work),
    async follow(db, work) {
      (await step.run(db, databaseRules, work)).settle();
    },
    turn: wheel.turn,
    flush: tally.flush,
    start() {
      tally.start();
      wheel.start();
    },
    async stop() {
      await wheel.stop();
      await tally.stop();
    },
  };
}
