import { connect } from '../../../platform/db/db.ts';
import type { JsonValue } from '../../../platform/history/history.ts';
import { openIngestion } from './ingestion.fixture.ts';

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

/** Ends the process in order. */
export interface Stop {
  stop: true;
}

const [, , url = '', ttlMs = '2000', peer] = process.argv;
const receiver = connect({ url });

/** The other system is a table, which is written at once. */
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
// A parent that is gone has no use for it.
process.on('disconnect', () => process.exit(0));
process.send?.('started');
