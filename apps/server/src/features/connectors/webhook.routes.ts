import { isUtf8 } from 'node:buffer';
import { idFromText } from '@stellwerk/contract/core/id';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { receiveWebhook, webhookLimits } from '@stellwerk/contract/webhook';
import type { JsonValue, RawMessage } from '@stellwerk/plugin/connector-server';
import { fail } from '../../platform/errors/app-error.ts';
import { languageOf } from '../../platform/http/error-handler.ts';
import type { RawCaller, RawRoute } from '../../platform/http/raw-route.ts';
import { isProof } from './mask.ts';
import { renderReason } from './reason.ts';
import type { Receive } from './receiver.ts';
import type { Runner } from './runner.ts';

interface WebhookOptions {
  find(connectorId: number): Runner | undefined;
  receive: Receive;
}

/** The bytes as JSON; whatever media type they claim. */
function read(bytes: Buffer): JsonValue {
  if (!isUtf8(bytes)) return fail('VALIDATION_ERROR', {}, { issues: [{ path: '', code: 'format', params: {} }] });
  try {
    return JSON.parse(bytes.toString()) as JsonValue;
  } catch {
    return fail('VALIDATION_ERROR', {}, { issues: [{ path: '', code: 'format', params: {} }] });
  }
}

/** Scripts see headers and query, but not what proved who sent them. */
function messageOf(caller: RawCaller, body: JsonValue): RawMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(caller.headers)) {
    if (!isProof(name)) headers[name] = String(value);
  }
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(caller.query)) {
    if (name !== 'auth') query[name] = String(value);
  }
  return { body, headers, query };
}

/** The door for posted data: no statement and no entry in a log for any of it. */
export function webhookRoutes({ find, receive }: WebhookOptions): RawRoute[] {
  function runnerOf({ params }: RawCaller): Runner | undefined {
    const id = idFromText(params.connectorId);
    return id === undefined ? undefined : find(id);
  }
  return [
    {
      route: receiveWebhook,
      /** Unknown, switched off and wrong key look alike. */
      admit(caller) {
        if (!runnerOf(caller)?.mayPost(caller)) fail('WEBHOOK_UNAUTHORISED');
      },
      async answer(call): Promise<RouteAnswer<typeof receiveWebhook>> {
        const runner = runnerOf(call) ?? fail('WEBHOOK_UNAUTHORISED');
        const body = read(call.body);
        if (Array.isArray(body) && body.length > webhookLimits.messages) {
          fail('WEBHOOK_TOO_MANY_MESSAGES', { limit: webhookLimits.messages });
        }
        const script = runner.script();
        const result = await receive(runner.sender, script, [script ? messageOf(call, body) : { body }]);
        if (result.isFull) return fail('INGEST_BUSY', { retryAfterSeconds: 5 });
        const errors = result.refused.slice(0, webhookLimits.shownErrors).map(({ index, reason }) => ({
          index,
          ...renderReason(reason, languageOf(call.headers['accept-language'])),
        }));
        return { data: { accepted: result.accepted, rejected: result.refused.length, errors } };
      },
    },
  ];
}
