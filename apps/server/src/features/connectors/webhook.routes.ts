import { isUtf8 } from 'node:buffer';
import { idFromText } from '@stellwerk/contract/core/id';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import { receiveCallback, receiveWebhook, webhookLimits } from '@stellwerk/contract/webhook';
import type { HttpCaller, JsonValue, RawMessage } from '@stellwerk/plugin/connector-server';
import { fail } from '../../platform/errors/app-error.ts';
import { languageOf } from '../../platform/http/error-handler.ts';
import type { RawCaller, RawRoute } from '../../platform/http/raw-route.ts';
import { renderReason } from './failure-reason.ts';
import { isProof } from './mask-secrets.ts';
import type { Receive } from './receiver.ts';
import type { Runner } from './runner.ts';

interface WebhookOptions {
  find(connectorId: number): Runner | undefined;
  receive: Receive;
}

/** Parses the body as JSON, regardless of its media type. */
function read(bytes: Buffer): JsonValue {
  if (!isUtf8(bytes)) return fail('VALIDATION_ERROR', {}, { issues: [{ path: '', code: 'format', params: {} }] });
  try {
    return JSON.parse(bytes.toString()) as JsonValue;
  } catch {
    return fail('VALIDATION_ERROR', {}, { issues: [{ path: '', code: 'format', params: {} }] });
  }
}

/** The query without the key. */
function queryOf({ query }: RawCaller): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (name === 'auth' ? [] : [[name, String(value)]])),
  );
}

/** Scripts and mappings see headers and query, but no credentials. */
function messageOf(caller: RawCaller, body: JsonValue): RawMessage {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(caller.headers)) {
    if (!isProof(name)) headers[name] = String(value);
  }
  return { body, headers, query: queryOf(caller) };
}

/** Routes for data that other systems send. Calls cause no query and no activity entry. */
export function webhookRoutes({ find, receive }: WebhookOptions): RawRoute[] {
  function runnerOf({ params }: RawCaller): Runner | undefined {
    const id = idFromText(params.connectorId);
    return id === undefined ? undefined : find(id);
  }

  /** Returns the same error for unknown and disabled connectors and for wrong keys, so that callers can't probe. */
  const admitWith = (method: HttpCaller['method']) => (caller: RawCaller) => {
    if (!runnerOf(caller)?.mayCall({ ...caller, method })) fail('WEBHOOK_UNAUTHORISED');
  };

  async function take(call: RawCaller, body: JsonValue): Promise<RouteAnswer<typeof receiveWebhook>> {
    const runner = runnerOf(call) ?? fail('WEBHOOK_UNAUTHORISED');
    const conversion = runner.conversion();
    const result = await receive(runner.sender, conversion, [conversion ? messageOf(call, body) : { body }]);
    if (result.isFull) return fail('INGEST_BUSY', { retryAfterSeconds: 5 });
    const { accepted, dropped, refused } = result;
    const errors = refused.slice(0, webhookLimits.shownErrors).map(({ index, reason }) => ({
      index,
      ...renderReason(reason, languageOf(call.headers['accept-language'])),
    }));
    return { data: { accepted, rejected: refused.length, dropped, errors } };
  }

  return [
    {
      route: receiveWebhook,
      admit: admitWith('POST'),
      async answer(call) {
        const body = read(call.body);
        if (Array.isArray(body) && body.length > webhookLimits.messages) {
          fail('WEBHOOK_TOO_MANY_MESSAGES', { limit: webhookLimits.messages });
        }
        return take(call, body);
      },
    },
    { route: receiveCallback, admit: admitWith('GET'), answer: (call) => take(call, queryOf(call)) },
  ];
}
