import { createTestRules } from '../../../../test/rules.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { createPostgresHistory } from '../../../platform/history/postgres-history.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createOutbox } from '../../../platform/outbox/outbox.ts';
import { createSandbox } from '../../../platform/sandbox/sandbox.ts';
import { createValues } from '../../states/index.ts';
import { createIngestion, type IngestionDeps } from '../index.ts';

interface Options extends Pick<IngestionDeps, 'flows' | 'limits'> {
  database: Database;
  clock: Clock;
  /** Receives commands that rules send through connectors; if it is set, the outbox is delivered as well. */
  send?: (connectorId: number, command: JsonValue) => Promise<JsonValue>;
}

/** Ingestion without drivers and health: values, history and rules. */
export async function openIngestion({ database, clock, send, ...more }: Options) {
  const log = createLog('silent');
  const history = createPostgresHistory({ pool: database.pool });
  const sandbox = createSandbox({ log, processes: 1 });
  const { engine: rules, deliverers } = await createTestRules({
    ...{ database, history, sandbox, clock },
    ...(send ? { send } : {}),
  });
  const outbox = createOutbox({ database, log, clock, deliverers });
  const ingestion = createIngestion({
    ...{ database, log, clock, rules, ...more },
    values: createValues({ history, sandbox, clock, follow: rules.follow }),
    parsers: { parse: async () => [] },
    health: {
      health: { judge: async () => [] },
      versions: { healthOf: async () => new Map() },
      write: async () => {},
      publish() {},
    },
    live: { publish() {}, isHeard: () => false },
  });
  await ingestion.start();
  if (send) await outbox.start();
  return {
    ...ingestion,
    async close() {
      await ingestion.stop();
      await outbox.stop();
      await sandbox.close();
    },
  };
}
