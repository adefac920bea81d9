import { createValues } from '../../src/features/states/index.ts';
import type { Clock } from '../../src/platform/clock/clock.ts';
import type { Database } from '../../src/platform/db/db.ts';
import type { JsonValue } from '../../src/platform/history/history.ts';
import { createPostgresHistory } from '../../src/platform/history/postgres-history.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createOutbox } from '../../src/platform/outbox/outbox.ts';
import { createSandbox } from '../../src/platform/sandbox/sandbox.ts';
import { assembleIngest } from '../../src/roles/ingest-feature.ts';
import { createTestRules } from '../rules.ts';

interface Options extends Pick<Parameters<typeof assembleIngest>[0], 'caches' | 'flows' | 'limits'> {
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
  const ingestion = assembleIngest({
    ...{ database, log, clock, ...more },
    rules: { ruleCache: rules.ruleCache, step: rules.step },
    values: createValues({ history, sandbox, clock, follow: rules.follow }),
    parsers: { parse: async () => [] },
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
