import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import type { ParserInput } from '../../../../ingest/ports.ts';
import { closedPort, egressFor, startHttp } from '../../../../platform/egress/testing/servers.ts';
import type { JsonValue } from '../../../../platform/history/history.ts';
import { openSandbox } from '../../../../platform/sandbox/scripts.fixture.ts';
import { prepareParser } from '../kinds.ts';
import { readAnswer } from './url-response.ts';

const sandbox = openSandbox();
afterAll(() => sandbox.close());

const input = (payload: JsonValue): ParserInput => ({
  payload,
  meta: { lora: { fport: 3 } },
  receivedAt: 5,
  accountId: 1,
});

async function bodyOf(request: IncomingMessage) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

async function parseAt(port: number, payloads: JsonValue[], allow = ['127.0.0.0/8'], maxHung = 3) {
  const parser = { type: 'url', url: `http://127.0.0.1:${port}/parse` } as const;
  const run = await prepareParser(parser, [], { sandbox, egress: egressFor(allow) });
  return run(payloads.map(input), { maxHung });
}

const answering = (status: number, text: string) =>
  startHttp((_request, response: ServerResponse) => {
    response.writeHead(status).end(text);
  });

describe('a parser at an address', () => {
  it('gets payload and meta, and answers as a script would', async () => {
    const { port } = await startHttp(async (request, response) => {
      const { payload, meta } = await bodyOf(request);
      response.end(
        JSON.stringify({ method: request.method, length: payload.length, port: meta.lora.fport, deep: { a: 1 } }),
      );
    });
    const results = await parseAt(port, ['0a', '0b0c']);
    expect(results.map((result) => result?.parsed)).toEqual(
      [2, 4].map((length) => ({
        ok: true,
        sets: [{ at: null, values: { method: 'POST', length, port: 3, 'deep.a': 1 } }],
      })),
    );
  });

  it.each([
    [500, '{}', { code: 'PARSER_UNREACHABLE', params: { reason: 'HTTP 500' } }],
    [302, '{}', { code: 'PARSER_UNREACHABLE', params: { reason: 'HTTP 302' } }],
    [200, 'no JSON', { code: 'PARSER_RESULT_INVALID', params: {} }],
    [200, '"text"', { code: 'PARSER_RESULT_INVALID', params: {} }],
    [200, `${'['.repeat(5_000)}${']'.repeat(5_000)}`, { code: 'PARSER_RESULT_INVALID', params: {} }],
  ])('that answers %d %s is refused', async (status, text, reason) => {
    const { port } = await answering(status, text);
    const [result] = await parseAt(port, ['00']);
    expect(result?.parsed).toEqual({ ok: false, reason });
    expect(result?.isHung ?? false).toBe(false);
  });

  it('inside the network can’t be reached unless the operator allows it', async () => {
    const { port, connections } = await answering(200, '{}');
    const [result] = await parseAt(port, ['00'], []);
    expect(result?.parsed).toMatchObject({ ok: false, reason: { code: 'EGRESS_DENIED' } });
    expect(connections()).toBe(0);
  });

  it('that does not respond is given up after a few attempts', async () => {
    const results = await parseAt(
      await closedPort(),
      Array.from({ length: 40 }, () => '00'),
      ['127.0.0.0/8'],
      2,
    );
    const tried = results.filter((result) => result !== undefined);
    expect(tried[0]?.parsed).toMatchObject({ ok: false, reason: { code: 'EGRESS_FAILED' } });
    // Requests that were already running are completed.
    expect(tried.length).toBeLessThan(20);
  });
});

describe('an answer', () => {
  it('loses names of prototypes at every depth', () => {
    const text = '{"a":[{"__proto__":{"x":1},"b":1}],"constructor":2}';
    expect(readAnswer(Buffer.from(text))).toEqual({ result: { a: [{ b: 1 }] } });
  });

  it('may have brackets in its texts', () => {
    const text = JSON.stringify({ a: '['.repeat(500), b: '\\"[{' });
    expect(readAnswer(Buffer.from(text))).toEqual({ result: JSON.parse(text) });
  });
});
