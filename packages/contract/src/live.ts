import { z } from 'zod';
import { isoTime } from './core/envelope.ts';

export const livePath = '/api/v1/live';

const topic = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/);

/** Message of a client on the live connection. `since`: server time at which the client read its displayed data. */
export const liveRequest = z.union([
  z.strictObject({ subscribe: topic, since: isoTime.optional() }),
  z.strictObject({ unsubscribe: topic }),
]);
export type LiveRequest = z.output<typeof liveRequest>;

/** Message of the server. */
export const liveMessage = z.union([
  z.object({ topic, data: z.unknown() }),
  /** `isComplete`: nothing changed since `since`, so the client need not read again. */
  z.object({ subscribed: topic, isComplete: z.literal(true).optional() }),
  z.object({ unsubscribed: topic }),
  /** Unknown topics and topics without permission get the same error. An open subscription of the topic is closed. */
  z.object({ error: z.object({ code: z.string(), topic: topic.optional() }) }),
  /** Messages of these topics were dropped because the client was too slow: it must read the data again. */
  z.object({ resync: z.array(topic) }),
  /** Sent every half minute; a longer silence means that the connection is dead. */
  z.object({ beat: z.literal(true) }),
]);
export type LiveMessage = z.output<typeof liveMessage>;

export const liveBeatMs = 30_000;

/** Close codes of our own (4000–4999 are free for applications, RFC 6455, 7.4.2). */
export const liveCloseCodes = { sessionEnded: 4401, tooMany: 4429 } as const;
