import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Database } from '../../../../platform/db/db.ts';
import type { History } from '../../../../platform/history/history.ts';
import { createLog } from '../../../../platform/log/log.ts';
import type { Sandbox } from '../../../../platform/sandbox/sandbox.ts';
import { createValues } from '../../../states/index.ts';
import { createCommands } from '../../commands/index.ts';
import { createEvaluator } from '../../evaluate/index.ts';
import { createRuleEngine, type RuleEngine } from '../index.ts';

interface Parts {
  database: Database;
  history: History;
  sandbox: Sandbox;
  clock: Clock;
}

/** An engine that knows nothing but the database, as after a restart. What it sends stays in the outbox. */
export async function createTestEngine(parts: Parts): Promise<RuleEngine> {
  const log = createLog('silent');
  const never = () => Promise.reject(new Error('nothing is delivered here'));
  const values = createValues(parts);
  const commands = await createCommands({
    ...parts,
    ...{ values, log },
    connectors: { kinds: { all: () => [] }, send: never },
    mail: { sendText: never },
    devices: { queueDownlink: never },
    live: { publish() {} },
  });
  const evaluator = createEvaluator(parts);
  return createRuleEngine({ ...parts, ...{ values, commands, evaluator, log }, linkBase: '', onApplied() {} });
}
