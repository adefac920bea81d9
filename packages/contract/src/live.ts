import { z } from 'zod';
import { isoTime } from './core/envelope.ts';

export const livePath = '/api/v1/live';

const topic = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/);

/** What a client says on the live connection. `since`: when it read what it shows, by the clock of the server. */
export const liveRequest = z.union([
  z.strictObject({ subscribe: topic, since: isoTime.optional() }),
  z.strictObject({ unsubscribe: topic }),
]);
export type LiveRequest = z.output<typeof liveRequest>;

/** What the server says. */
export const liveMessage = z.union([
  z.object({ topic, data: z.unknown() }),
  /** `isComplete`: there was nothing to tell since the moment that was named, so nothing has to be read again. */
  z.object({ subscribed: topic, isComplete: z.literal(true).optional() }),
  z.object({ unsubscribed: topic }),
  /** Missing topics and those of others look the same. A topic that was open before is closed by this. */
  z.object({ error: z.object({ code: z.string(), topic: topic.optional() }) }),
  /** Messages of these topics were left out because the client was too slow: read the state again. */
  z.object({ resync: z.array(topic) }),
  /** Every half minute; silence for longer means that the connection is dead. */
  z.object({ beat: z.literal(true) }),
]);
export type LiveMessage = z.output<typeof liveMessage>;

export const liveBeatMs = 30_000;

/** Close codes of our own (4000–4999 are free for applications, RFC 6455, 7.4.2). */
export const liveCloseCodes = { sessionEnded: 4401, tooMany: 4429 } as const;
