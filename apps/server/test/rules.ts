import { createRules, type Rules } from '../src/features/rules/index.ts';
import { createValues } from '../src/features/states/index.ts';
import type { Clock } from '../src/platform/clock/clock.ts';
import type { Database } from '../src/platform/db/db.ts';
import type { History, JsonValue } from '../src/platform/history/history.ts';
import { createLog } from '../src/platform/log/log.ts';
import type { Sandbox } from '../src/platform/sandbox/sandbox.ts';

interface Parts {
  database: Database;
  history: History;
  sandbox: Sandbox;
  clock: Clock;
  /** Takes what commands send through connectors; without it nothing may be delivered. */
  send?: (connectorId: number, command: JsonValue) => Promise<JsonValue>;
}

/** Rules that know nothing but the database, as after a restart. What they send stays in the outbox. */
export function createTestRules({ database, history, sandbox, clock, send }: Parts): Promise<Rules> {
  const never = () => Promise.reject(new Error('nothing is delivered here'));
  return createRules({
    ...{ database, history, sandbox, clock, log: createLog('silent'), linkBase: '' },
    values: createValues({ history, sandbox, clock }),
    connectors: { kinds: { all: () => [] }, send: send ?? never },
    mail: { sendText: never },
    devices: { queueDownlink: never },
    live: { publish() {} },
  });
}
