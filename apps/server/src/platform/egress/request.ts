import type { Socket } from 'node:net';
import { Agent, type Dispatcher, request as undiciRequest } from 'undici';
import { AppError, fail } from '../errors/app-error.ts';
import type { EgressConnection, EgressTls } from './connect.ts';
import { formatTarget, parseUrl, type Target } from './target.ts';

export interface EgressRequest {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Connection headers are refused: Host, lengths and hop-by-hop headers. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Custom trust and client certificate; such a connection is not kept alive. */
  tls?: EgressTls;
  /** Limit for the whole exchange, including the last byte of the response. */
  timeoutMs?: number;
  maxResponseBytes?: number;
  signal?: AbortSignal;
}

export interface EgressResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

async function readBody(response: Dispatcher.ResponseData, target: Target, limitBytes: number): Promise<Buffer> {
  // Aborting the body early makes it emit an error that nobody awaits any more.
  response.body.on('error', () => {});
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body) {
    const bytes = Buffer.from(chunk);
    sizeBytes += bytes.length;
    if (sizeBytes > limitBytes) fail('EGRESS_RESPONSE_TOO_LARGE', { target: formatTarget(target), limitBytes });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, sizeBytes);
}

/** HTTP over guarded connections; they are kept alive and shared, each to an address that was checked once. */
export function createRequester(connect: (connection: EgressConnection) => Promise<Socket>) {
  const createAgent = (trust: true | EgressTls, connections: number) =>
    new Agent({
      allowH2: false,
      connections,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect({ hostname, protocol, port }, callback) {
        const tls = protocol === 'https:';
        connect({ host: hostname, port: Number(port || (tls ? 443 : 80)), tls: tls && trust }).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
    });
  const shared = createAgent(true, 32);

  async function request({
    url: text,
    method = 'GET',
    headers = {},
    body,
    tls,
    timeoutMs = 30_000,
    maxResponseBytes = 1_048_576,
    signal,
  }: EgressRequest): Promise<EgressResponse> {
    const { url, target } = parseUrl(text);
    const forbidden = Object.keys(headers).find((name) => connectionHeaders.has(name.toLowerCase()));
    if (forbidden) {
      fail('EGRESS_REQUEST_INVALID', { target: formatTarget(target) }, { internal: `header ${forbidden}` });
    }
    const deadline = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const own = tls ? createAgent(tls, 1) : undefined;
    try {
      const response = await undiciRequest(url, { dispatcher: own ?? shared, method, headers, body, signal: either });
      const content = await readBody(response, target, maxResponseBytes);
      return { status: response.statusCode, headers: response.headers, body: content };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof AppError) throw error;
      if (deadline.aborted) return fail('EGRESS_TIMEOUT', { target: formatTarget(target) }, { cause: error });
      const invalid = error instanceof Error && 'code' in error && error.code === 'UND_ERR_INVALID_ARG';
      const code = invalid ? 'EGRESS_REQUEST_INVALID' : 'EGRESS_FAILED';
      return fail(code, { target: formatTarget(target) }, { cause: error });
    } finally {
      await own?.destroy();
    }
  }

  return { request, close: () => shared.destroy() };
}
