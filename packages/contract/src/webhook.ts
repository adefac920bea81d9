import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';
import { incomingMessage } from './packet.ts';

export const webhookLimits = { bodyBytes: 1_048_576, messages: 10_000, shownErrors: 20 } as const;

/** May also be a number; it is the sender's identifier, not one of our ids. */
const message = incomingMessage.extend({ id: z.json().optional() });

/**
 * Receives data of devices. It has its own keys: `x-api-key`, `Authorization: Bearer` or `Basic` (the password), or
 * `?auth=`. A wrong key and an unknown connector return the same error. Accepted data is durable.
 */
export const receiveWebhook = defineRoute({
  method: 'POST',
  path: '/api/v1/webhook/{connectorId}',
  tag: 'connectors',
  summary: 'Hand in one message or a list of messages',
  public: true,
  ingest: true,
  rawBody: true,
  bodyLimitBytes: webhookLimits.bodyBytes,
  params: z.object({ connectorId: z.string() }),
  query: z.object({ auth: z.string().max(500).optional() }),
  body: z.union([message, z.array(message).max(webhookLimits.messages)]),
  status: 202,
  response: dataOf(
    z.object({
      accepted: z.int(),
      rejected: z.int(),
      /** The first twenty errors; `index` counts the messages from 0. */
      errors: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })),
    }),
  ),
  errors: [
    'WEBHOOK_UNAUTHORISED',
    'WEBHOOK_TOO_MANY_MESSAGES',
    'PAYLOAD_TOO_LARGE',
    'CONTENT_ENCODING_UNSUPPORTED',
    'VALIDATION_ERROR',
    'INGEST_BUSY',
    'INGEST_DISK_NEARLY_FULL',
    'SERVER_STOPPING',
  ],
});
