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
  /** Receives commands sent through connectors; without it no delivery is allowed. */
  send?: (connectorId: number, command: JsonValue) => Promise<JsonValue>;
}

/** Rules that only know the database, as after a restart. Their commands stay in the outbox. */
export function createTestRules({ database, history, sandbox, clock, send }: Parts): Promise<Rules> {
  const never = () => Promise.reject(new Error('nothing is delivered here'));
  return createRules({
    ...{ database, history, sandbox, clock, log: createLog('silent'), linkBase: '' },
    values: createValues({ history, sandbox, clock }),
    connectors: { kinds: { all: () => [] }, send: send ?? never, refusalOf: () => undefined },
    mail: { sendText: never },
    mailTransport: async () => undefined,
    devices: { queueDownlink: never },
    live: { publish() {} },
    locks: () => [],
    grantsOf: async () => [],
  });
}
