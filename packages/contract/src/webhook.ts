import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { defineRoute } from './core/route.ts';
import { incomingMessage } from './packet.ts';

export const webhookLimits = { bodyBytes: 1_048_576, messages: 10_000, shownErrors: 20 } as const;

/** May also be a number; it is the sender's identifier, not one of our ids. */
const message = incomingMessage.extend({ id: z.json().optional() });

const receipt = dataOf(
  z.object({
    accepted: z.int(),
    rejected: z.int(),
    /** Messages with ids of no device or data state; the connector lists them. */
    dropped: z.int(),
    /** The first twenty errors; `index` counts the messages from 0. */
    errors: z.array(z.object({ index: z.int(), code: z.string(), message: z.string() })),
  }),
);

const webhookErrors = [
  'WEBHOOK_UNAUTHORISED',
  'WEBHOOK_TOO_MANY_MESSAGES',
  'PAYLOAD_TOO_LARGE',
  'CONTENT_ENCODING_UNSUPPORTED',
  'VALIDATION_ERROR',
  'INGEST_BUSY',
  'INGEST_DISK_NEARLY_FULL',
  'SERVER_STOPPING',
] as const;

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
  response: receipt,
  errors: webhookErrors,
});

/** For senders that can only call an address. Refused unless the connector allows it; the key is `?auth=` or a header. */
export const receiveCallback = defineRoute({
  method: 'GET',
  path: '/api/v1/webhook/{connectorId}',
  tag: 'connectors',
  summary: 'Hand in one message as query parameters',
  public: true,
  ingest: true,
  rawBody: true,
  bodyLimitBytes: 0,
  params: z.object({ connectorId: z.string() }),
  /** All other parameters are the message. */
  query: z.looseObject({ auth: z.string().max(500).optional() }),
  status: 202,
  response: receipt,
  errors: webhookErrors,
});
