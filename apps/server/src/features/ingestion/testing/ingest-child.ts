import { createTestRules } from '../../../../test/rules.ts';
import { connect } from '../../../platform/db/db.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { createPostgresHistory } from '../../../platform/history/postgres-history.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createSandbox } from '../../../platform/sandbox/sandbox.ts';
import { createValues } from '../../states/index.ts';
import { createIngestion } from '../index.ts';

/** The way of a packet in a process of its own, fed by its parent: it is there to be killed. */

export interface Order {
  number: number;
  sender: { connectorId: number; accountId: number };
  messages: JsonValue[];
}

/** Moves the clock of the process. */
export interface Jump {
  jumpMs: number;
}

const log = createLog('silent');
const database = connect({ url: process.argv[2] ?? '' });
const history = createPostgresHistory({ pool: database.pool });
let skewMs = 0;
const clock = { now: () => new Date(Date.now() + skewMs) };
const sandbox = createSandbox({ log, processes: 1 });
const { engine: rules } = await createTestRules({ database, history, sandbox, clock });
const values = createValues({ history, sandbox, clock, follow: rules.follow });
const ingestion = createIngestion({
  database,
  log,
  clock,
  values,
  rules,
  parsers: { parse: async () => [] },
  health: {
    health: { judge: async () => [] },
    versions: { healthOf: async () => new Map() },
    write: async () => {},
    publish() {},
  },
  live: { publish() {}, isHeard: () => false },
  limits: { ttlMs: Number(process.argv[3] ?? 2_000) },
});
await ingestion.start();
process.on('message', async (told: Order | Jump) => {
  if ('jumpMs' in told) {
    skewMs += told.jumpMs;
    return;
  }
  const { number, sender, messages } = told;
  const result = await ingestion.accept(sender, messages).catch(() => undefined);
  process.send?.({ number, isStored: result !== undefined && !result.isFull });
});
// A parent that is gone has no use for it.
process.on('disconnect', () => process.exit(0));
process.send?.('started');
