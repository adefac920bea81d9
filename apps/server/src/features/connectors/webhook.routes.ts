import { isUtf8 } from 'node:buffer';
import { receiveWebhook, webhookLimits } from '@stellwerk/contract/webhook';
import type { JsonValue, RawMessage } from '@stellwerk/plugin/connector-server';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../platform/errors/app-error.ts';
import { type HandledRoute, handle } from '../../platform/http/handle.ts';
import { isProof } from './mask.ts';
import { renderReason } from './reason.ts';
import type { Receive } from './receiver.ts';
import type { Runner } from './runner.ts';

interface WebhookOptions {
  find(connectorId: number): Runner | undefined;
  receive: Receive;
}

const connectorIdOf = (request: FastifyRequest): number =>
  Number((request.params as { connectorId: string }).connectorId);

/** The bytes as JSON; whatever media type they claim. */
function read(body: unknown): JsonValue {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  if (!isUtf8(bytes)) return fail('VALIDATION_ERROR', {}, { issues: [{ path: '', code: 'format', params: {} }] });
  try {
    return JSON.parse(bytes.toString()) as JsonValue;
  } catch {
    return fail('VALIDATION_ERROR', {}, { issues: [{ path: '', code: 'format', params: {} }] });
  }
}

/** Scripts see headers and query, but not what proved who sent them. */
function messageOf(request: FastifyRequest, body: JsonValue): RawMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (!isProof(name)) headers[name] = String(value);
  }
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    if (name !== 'auth') query[name] = String(value);
  }
  return { body, headers, query };
}

/** The door for posted data: no statement and no entry in a log for any of it. */
export function webhookRoutes({ find, receive }: WebhookOptions): HandledRoute[] {
  /** Unknown, switched off and wrong key look alike. */
  function admit(request: FastifyRequest): void {
    const caller = { headers: request.headers, query: request.query as Record<string, unknown> };
    if (!find(connectorIdOf(request))?.mayPost(caller)) fail('WEBHOOK_UNAUTHORISED');
  }

  return [
    handle(
      receiveWebhook,
      async ({ language }, { body: bytes }, { request }) => {
        const runner = find(connectorIdOf(request)) ?? fail('WEBHOOK_UNAUTHORISED');
        const body = read(bytes);
        if (Array.isArray(body) && body.length > webhookLimits.messages) {
          fail('WEBHOOK_TOO_MANY_MESSAGES', { limit: webhookLimits.messages });
        }
        const script = runner.script();
        const result = await receive(runner.sender, script, [script ? messageOf(request, body) : { body }]);
        if (result.isFull) return fail('INGEST_BUSY', { retryAfterSeconds: 5 });
        const errors = result.refused
          .slice(0, webhookLimits.shownErrors)
          .map(({ index, reason }) => ({ index, ...renderReason(reason, language) }));
        return { data: { accepted: result.accepted, rejected: result.refused.length, errors } };
      },
      admit,
    ),
  ];
}
