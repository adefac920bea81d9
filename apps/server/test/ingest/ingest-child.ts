import { connect } from '../../src/platform/db/db.ts';
import type { JsonValue } from '../../src/platform/history/history.ts';
import { openIngestion } from './ingestion.fixture.ts';

/** Runs ingestion in a separate process, fed by its parent, so that tests can kill it. */

export interface Order {
  number: number;
  sender: { connectorId: number; accountId: number };
  messages: JsonValue[];
}

/** Shifts the clock of the process. */
export interface Jump {
  jumpMs: number;
}

/** Stops the process gracefully. */
export interface Stop {
  stop: true;
}

const [, , url = '', ttlMs = '2000', peer] = process.argv;
const receiver = connect({ url });

/** The receiving system is a table; each command is inserted immediately. */
async function send(_connectorId: number, command: JsonValue): Promise<JsonValue> {
  await receiver.pool.query('insert into received (command) values ($1::jsonb)', [JSON.stringify(command)]);
  return null;
}

let skewMs = 0;
const ingestion = await openIngestion({
  database: connect({ url }),
  clock: { now: () => new Date(Date.now() + skewMs) },
  limits: { ttlMs: Number(ttlMs) },
  ...(peer === 'receives' ? { send } : {}),
});
process.on('message', async (told: Order | Jump | Stop) => {
  if ('stop' in told) {
    await ingestion.close();
    process.exit(0);
  }
  if ('jumpMs' in told) {
    skewMs += told.jumpMs;
    return;
  }
  const { number, sender, messages } = told;
  const result = await ingestion.accept(sender, messages).catch(() => undefined);
  process.send?.({ number, isStored: result !== undefined && !result.isFull });
});
// Exits when the parent is gone.
process.on('disconnect', () => process.exit(0));
process.send?.('started');
