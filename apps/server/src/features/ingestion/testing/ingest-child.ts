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

let skewMs = 0;
const ingestion = await openIngestion({
  database: connect({ url: process.argv[2] ?? '' }),
  clock: { now: () => new Date(Date.now() + skewMs) },
  limits: { ttlMs: Number(process.argv[3] ?? 2_000) },
});
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
