import { ConnectorProblem, defineConnectorServer, type Reason } from '@stellwerk/plugin/connector-server';
import { manifest } from './manifest.ts';
import { callIn, headersFor, trustOf, urlOf } from './request.ts';

/** Larger responses are truncated. */
const maxResponseBytes = 262_144;
const shownLength = 2_000;

/** Temporary refusals (RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4). */
const passing = new Set([408, 425, 429]);

/** Seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(value: string | string[] | undefined, nowMs: number): number | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/** Redirects count as refusals, because their target was not allowed. */
export function problemOf(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ConnectorProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  const isFinal = status < 500 && !passing.has(status);
  const afterMs = status === 429 || status === 503 ? retryAfterMs(headers['retry-after'], Date.now()) : undefined;
  return new ConnectorProblem(
    'BRIDGE_HTTP_STATUS',
    { status },
    { isFinal, ...(afterMs === undefined ? {} : { afterMs }) },
  );
}

export const server = defineConnectorServer(manifest, () => ({
  async start(ctx) {
    const { options, egress, signal } = ctx;
    if (options.authorization !== 'none' && !ctx.secrets.secret) {
      throw new ConnectorProblem('BRIDGE_SECRET_MISSING', { name: 'secret' });
    }
    return {
      async stop() {},
      async send(command) {
        const call = callIn(command);
        const body = typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
        const hasBody = body !== '' && call.method !== 'GET';
        const {
          status,
          headers,
          body: answer,
        } = await egress.request({
          url: urlOf(options.url, call.path),
          method: call.method,
          headers: headersFor(ctx, call, hasBody),
          ...(hasBody ? { body } : {}),
          ...trustOf(ctx),
          timeoutMs: options.timeoutMs,
          maxResponseBytes,
          signal,
        });
        const problem = problemOf(status, headers);
        if (problem) throw problem;
        return { status, body: answer.toString().slice(0, shownLength) };
      },
    };
  },

  /** Any response shows that the server is reachable; only a refused key is an error. */
  async validate(ctx): Promise<Reason | null> {
    const { options, egress, signal } = ctx;
    if (options.authorization !== 'none' && !ctx.secrets.secret) {
      return { code: 'BRIDGE_SECRET_MISSING', params: { name: 'secret' } };
    }
    const { status } = await egress.request({
      url: urlOf(options.url, ''),
      method: 'HEAD',
      headers: headersFor(ctx, callIn({}), false),
      ...trustOf(ctx),
      timeoutMs: options.timeoutMs,
      maxResponseBytes,
      signal,
    });
    return status === 401 ? { code: 'BRIDGE_CREDENTIALS_REFUSED', params: {} } : null;
  },
}));
