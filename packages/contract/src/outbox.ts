import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';

const base = { path: '/api/v1/outbox/held', tag: 'outbox', permission: 'super.system.manage', errors: [] } as const;
const decided = dataOf(z.object({ count: z.int() }));

/** Deliveries that were unsent when the backup was made from which this installation was restored. */
export const readHeldDeliveries = defineRoute({
  ...base,
  method: 'GET',
  summary: 'Deliveries of a restored copy that wait for a decision',
  response: dataOf(z.object({ count: z.int(), oldestAt: isoTime.nullable() })),
});

export const sendHeldDeliveries = defineRoute({
  ...base,
  method: 'POST',
  summary: 'Send the deliveries of a restored copy after all',
  response: decided,
});

export const discardHeldDeliveries = defineRoute({
  ...base,
  method: 'DELETE',
  summary: 'Discard the deliveries of a restored copy',
  response: decided,
});
