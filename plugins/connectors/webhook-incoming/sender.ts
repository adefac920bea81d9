import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { receiveWebhook, webhookLimits } from '@stellwerk/contract/webhook';
import { defineConnectorSender, endpointOf, type OwnProgram, type Sending } from '@stellwerk/plugin/connector-sender';
import { ConnectorProblem, type JsonValue } from '@stellwerk/plugin/connector-server';
import { manifest } from './manifest.ts';

const answerWithinMs = 30_000;
/** Leaves room for brackets and commas of the list. */
const bodyBytes = webhookLimits.bodyBytes - 50_000;
const messagesAtOnce = 1_000;

/** JSON lists within the size limit of the webhook. */
function* bodiesOf(messages: readonly JsonValue[]): Generator<string> {
  let parts: string[] = [];
  let bytes = 0;
  for (const message of messages) {
    const text = JSON.stringify(message);
    const size = Buffer.byteLength(text);
    if (parts.length > 0 && (bytes + size > bodyBytes || parts.length === messagesAtOnce)) {
      yield `[${parts.join()}]`;
      parts = [];
      bytes = 0;
    }
    parts.push(text);
    bytes += size;
  }
  if (parts.length > 0) yield `[${parts.join()}]`;
}

async function read(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Responses contain an error code of the catalogue. */
function problemOf(status: number, body: unknown, retryAfter: string | undefined): ConnectorProblem {
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
  const seconds = Number(retryAfter) || 5;
  if (status === 401) return new ConnectorProblem('WEBHOOK_UNAUTHORISED');
  if (status === 503 && code === 'INGEST_BUSY') {
    return new ConnectorProblem(code, { retryAfterSeconds: seconds }, { afterMs: seconds * 1_000 });
  }
  if (code === 'INGEST_DISK_NEARLY_FULL') return new ConnectorProblem(code);
  return new ConnectorProblem('BRIDGE_HTTP_STATUS', { status });
}

/** The certificate is issued for the public host, so the host name is not checked; the pinned certificate is enough. */
const agentFor = ({ httpUrl, certificate }: OwnProgram): Agent =>
  httpUrl.startsWith('https:')
    ? new SecureAgent({
        keepAlive: true,
        ...(certificate ? { ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined } : {}),
      })
    : new Agent({ keepAlive: true });

export const sender = defineConnectorSender(manifest, (program, connector) => {
  const agent = agentFor(program);
  const url = new URL(endpointOf(connector, 'url').pathname, program.httpUrl);
  const call = url.protocol === 'https:' ? secureRequest : request;

  async function post(body: string): Promise<Sending> {
    const answered = Promise.withResolvers<IncomingMessage>();
    const headers = { 'content-type': 'application/json', 'x-api-key': connector.secrets.key ?? '' };
    const signal = AbortSignal.timeout(answerWithinMs);
    const outgoing = call(url, { method: 'POST', agent, headers, signal }, answered.resolve);
    outgoing.on('error', answered.reject);
    outgoing.end(body);
    const answer = await answered.promise;
    const status = answer.statusCode ?? 0;
    const parsed = await read(answer);
    if (status !== receiveWebhook.status) throw problemOf(status, parsed, answer.headers['retry-after']);
    const { accepted, rejected } = receiveWebhook.response.parse(parsed).data;
    return { accepted, refused: rejected };
  }

  return {
    async send(messages) {
      const sum: Sending = { accepted: 0, refused: 0 };
      for (const body of bodiesOf(messages)) {
        const { accepted, refused } = await post(body);
        sum.accepted += accepted;
        sum.refused += refused;
      }
      return sum;
    },
    async close() {
      agent.destroy();
    },
  };
});
