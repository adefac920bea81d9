import { openIngestion } from '../../../../../test/ingest/ingestion.fixture.ts';
import { systemClock } from '../../../../platform/clock/clock.ts';
import { connect } from '../../../../platform/db/db.ts';
import type { JsonValue } from '../../../../platform/history/history.ts';
import { createLog } from '../../../../platform/log/log.ts';
import { createOutbox } from '../../../../platform/outbox/outbox.ts';
import { createSandbox } from '../../../../platform/sandbox/sandbox.ts';
import { createFlowEngine } from '../index.ts';

/** Ingestion, flows and their deliveries in a separate process, fed by its parent, so that tests can kill it. */

interface Order {
  number: number;
  sender: { connectorId: number; accountId: number };
  messages: JsonValue[];
}

const [, , url = ''] = process.argv;
const log = createLog('silent');
const receiver = connect({ url });
const database = connect({ url });

/** The receiving system is a table; each message is inserted immediately. */
async function send(_connectorId: number, command: JsonValue): Promise<JsonValue> {
  await receiver.pool.query('insert into received (command) values ($1::jsonb)', [JSON.stringify(command)]);
  return null;
}

const sandbox = createSandbox({ log, processes: 1 });
const engine = createFlowEngine({ database, sandbox, connectors: { send }, clock: systemClock, log });
const outbox = createOutbox({ database, log, clock: systemClock, deliverers: engine.deliverers, pollMs: 200 });
const ingestion = await openIngestion({
  ...{ database: connect({ url }), clock: systemClock, limits: { ttlMs: 1_500 } },
  ...{ flows: engine.pipeline.triggers, caches: [engine.pipeline.flowCache] },
});
engine.start();
await outbox.start();
process.on('message', async ({ number, sender, messages }: Order) => {
  const result = await ingestion.accept(sender, messages).catch(() => undefined);
  process.send?.({ number, isStored: result !== undefined && !result.isFull });
});
// Exits when the parent is gone.
process.on('disconnect', () => process.exit(0));
process.send?.('started');
