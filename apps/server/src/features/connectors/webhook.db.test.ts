import { request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { listConnectors, updateConnector } from '@stellwerk/contract/connector';
import { webhookLimits } from '@stellwerk/contract/webhook';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, curl } from '../../../test/connectors/peers.ts';
import {
  identifiersBy,
  type MadeConnector,
  makeConnector,
  type Rig,
  startRig,
  storedBy,
} from '../../../test/connectors/rig.ts';

let rig: Rig;
let connector: MadeConnector;
let address: string;
beforeAll(async () => {
  rig = await startRig();
  connector = await makeConnector(rig.server, { type: 'webhook-incoming' });
  address = await addressOf(rig.server);
});
afterAll(() => rig.close());

const urlOf = (id: number | string) => `${address}/api/v1/webhook/${id}`;
const keyHeader = ({ generated }: MadeConnector) => ['-H', `x-api-key: ${generated.key}`];
const english = ['-H', 'accept-language: en'];

const post = (message: string | Buffer, more: readonly string[] = keyHeader(connector)) =>
  curl(urlOf(connector.id), message, [...english, ...more]);

const message = (id: string) => JSON.stringify({ id, payload: { n: 1 } });

describe('POST /api/v1/webhook/{connectorId}', () => {
  it('answers 202 with counts, and the reasons of the first twenty refused messages', async () => {
    const list = [{ id: 'one', payload: 1 }, ...Array.from({ length: 30 }, () => ({ payload: 1 }))];
    const { status, body } = await post(JSON.stringify(list));
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ accepted: 1, rejected: 30 });
    expect(body.data?.errors).toHaveLength(webhookLimits.shownErrors);
    expect(body.data?.errors[0]).toEqual({
      index: 1,
      code: 'PACKET_IDENTIFIER_MISSING',
      message: 'The message has no usable identifier (id or identifier).',
    });
  });

  it.each([
    ['x-api-key', (key: string) => ['-H', `X-API-Key: ${key}`]],
    ['a bearer token', (key: string) => ['-H', `Authorization: Bearer ${key}`]],
    ['the password of Basic', (key: string) => ['-u', `name:${key}`]],
  ])('takes its key as %s', async (name, headers) => {
    expect((await post(message(`by ${name}`), headers(connector.generated.key ?? ''))).status).toBe(202);
    expect(await identifiersBy(rig.server, connector.id)).toContain(`by ${name}`);
  });

  it('accepts its key in the URL, and a trailing slash', async () => {
    const { key } = connector.generated;
    expect((await curl(`${urlOf(connector.id)}/?auth=${key}`, message('by address'))).status).toBe(202);
  });

  it('answers in the same way to a wrong key, no key, and connectors that are unknown or not webhooks', async () => {
    const broker = await makeConnector(rig.server, { type: 'mqtt-broker' });
    const other = await makeConnector(rig.server, { type: 'webhook-incoming' });
    const answers = await Promise.all([
      post('{}', ['-H', 'x-api-key: wrong']),
      post('{}', []),
      post('{}', keyHeader(other)),
      curl(urlOf(987654), '{}', [...english, ...keyHeader(connector)]),
      curl(urlOf('nothing'), '{}', [...english, ...keyHeader(connector)]),
      curl(urlOf(`0${connector.id}`), '{}', [...english, ...keyHeader(connector)]),
      curl(urlOf(`${connector.id}e0`), '{}', [...english, ...keyHeader(connector)]),
      curl(urlOf(`%20${connector.id}`), '{}', [...english, ...keyHeader(connector)]),
      curl(urlOf(broker.id), '{}', [...english, '-H', `x-api-key: ${broker.generated.password}`]),
    ]);
    for (const { status, body } of answers) {
      expect([status, body.code, body.message]).toEqual([
        401,
        'WEBHOOK_UNAUTHORISED',
        'The key of the webhook is missing or wrong.',
      ]);
    }
  });

  it('refuses unauthenticated calls before it reads their body', async () => {
    const { status } = await curl(urlOf(connector.id), Buffer.alloc(5_000_000, 'x'), ['-H', 'x-api-key: wrong']);
    expect(status).toBe(401);
  });

  it('refuses an old key immediately, and all calls while it is switched off', async () => {
    const made = await makeConnector(rig.server, { type: 'webhook-incoming' });
    const send = (key: string | undefined) => curl(urlOf(made.id), message('x'), ['-H', `x-api-key: ${key}`]);
    const change = (body: { generate?: string[]; active?: boolean }) =>
      rig.server.call(updateConnector, { params: { id: made.id }, body }, { as: made.user });
    expect((await send(made.generated.key)).status).toBe(202);
    const { body } = await change({ generate: ['key'] });
    const fresh = body.data.generated.key;
    expect([(await send(made.generated.key)).status, (await send(fresh)).status]).toEqual([401, 202]);
    await change({ active: false });
    expect((await send(fresh)).status).toBe(401);
    await change({ active: true });
    expect((await send(fresh)).status).toBe(202);
  });

  it('answers 503 with Retry-After while the queue is full', async () => {
    rig.setFull(true);
    const { status, body } = await post(message('full'));
    const headers = (
      await rig.server.app.inject({
        method: 'POST',
        url: `/api/v1/webhook/${connector.id}`,
        headers: { 'x-api-key': connector.generated.key ?? '' },
        payload: message('full'),
      })
    ).headers;
    rig.setFull(false);
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'INGEST_BUSY', '5']);
    expect(await identifiersBy(rig.server, connector.id)).not.toContain('full');
  });

  it('answers in the same way to calls of the fast path as to all others', async () => {
    const key = connector.generated.key ?? '';
    /** A duplicate header excludes a call from the fast path. */
    const send = (body: string | Buffer, headers: Record<string, string>, isWhole: boolean) =>
      new Promise<unknown>((resolve, reject) => {
        const further: Record<string, string[]> = isWhole ? {} : { 'x-twice': ['a', 'b'] };
        request(urlOf(connector.id), { method: 'POST', headers: { ...headers, ...further } }, async (answer) => {
          const { 'content-type': type, 'retry-after': retryAfter } = answer.headers;
          const { requestId, ...said } = (await json(answer)) as Record<string, unknown>;
          resolve({ status: answer.statusCode, type, retryAfter, said, hasId: requestId !== undefined });
        })
          .on('error', reject)
          .end(body);
      });
    const answers = async (body: string | Buffer, headers: Record<string, string>) => {
      const [short, usual] = [await send(body, headers, true), await send(body, headers, false)];
      expect(short).toEqual(usual);
      return short;
    };
    const english = { 'x-api-key': key, 'accept-language': 'en' };
    expect(await answers(message('either way'), english)).toMatchObject({
      status: 202,
      said: { data: { accepted: 1 } },
    });
    expect(await answers('[{}]', { 'x-api-key': key })).toMatchObject({ status: 202, said: { data: { rejected: 1 } } });
    expect(await answers('{"id":', english)).toMatchObject({ status: 400, hasId: true });
    expect(await answers(Buffer.from([0xff, 0xfe]), english)).toMatchObject({ status: 400 });
    expect(await answers('{}', { 'x-api-key': 'wrong' })).toMatchObject({ status: 401, hasId: true });
    expect(await answers(gzipSync(message('packed')), { ...english, 'content-encoding': 'gzip' })).toMatchObject({
      status: 415,
      said: { code: 'CONTENT_ENCODING_UNSUPPORTED' },
    });
    rig.setFull(true);
    const refused = await answers(message('full'), english);
    rig.setFull(false);
    expect(refused).toMatchObject({ status: 503, retryAfter: '5', said: { code: 'INGEST_BUSY' } });
  });

  it('counts accepted and refused messages', async () => {
    const made = await makeConnector(rig.server, { type: 'webhook-incoming' });
    await curl(urlOf(made.id), JSON.stringify([{ id: 'a', payload: 1 }, { id: 'b', payload: 1 }, {}]), keyHeader(made));
    await rig.server.connectors.flush();
    const { body } = await rig.server.call(listConnectors, { query: {} }, { as: made.user });
    expect(body.data.find(({ id }) => id === made.id)).toMatchObject({ accepted: 2, rejected: 1 });
    expect(body.data.find(({ id }) => id === made.id)?.lastPacketAt).not.toBeNull();
  });
});

describe('bad input', () => {
  const tooDeep = `{"id":"deep","payload":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
  const accepted = (count: number) => ({ status: 202, code: undefined, accepted: count });

  it.each<[string, string | Buffer, { status: number; code: string | undefined; accepted?: number }]>([
    ['nothing', '', { status: 400, code: 'VALIDATION_ERROR' }],
    ['broken JSON', '{"id":', { status: 400, code: 'VALIDATION_ERROR' }],
    ['NaN, which is no JSON', '{"id":"nan","payload":NaN}', { status: 400, code: 'VALIDATION_ERROR' }],
    ['UTF-16', Buffer.from('{"id":"a","payload":1}', 'utf16le'), { status: 400, code: 'VALIDATION_ERROR' }],
    ['Latin-1', Buffer.from('{"id":"ä","payload":1}', 'latin1'), { status: 400, code: 'VALIDATION_ERROR' }],
    ['ten megabytes', Buffer.alloc(10_000_000, ' '), { status: 413, code: 'PAYLOAD_TOO_LARGE' }],
    ['100,000 elements', `[${'1,'.repeat(99_999)}1]`, { status: 413, code: 'WEBHOOK_TOO_MANY_MESSAGES' }],
    ['prototype keys', '{"id":"p","payload":{"__proto__":{"admin":true}}}', accepted(0)],
    ['a constructor', '{"id":"p","payload":{"constructor":{"prototype":{}}}}', accepted(0)],
    ['NUL in an identifier', '{"id":"a\\u0000b","payload":1}', accepted(0)],
    ['a lone surrogate in an identifier', '{"id":"\\ud800","payload":1}', accepted(0)],
    ['deep nesting', tooDeep, accepted(0)],
    ['a number', '5', accepted(0)],
    ['null', 'null', accepted(0)],
    ['no messages', '[]', accepted(0)],
    ['odd times', '{"id":"t","payload":1,"time":"yesterday"}', accepted(0)],
    ['huge numbers', '{"id":"h","payload":{"n":1e999}}', accepted(1)],
    ['NUL in a value', '{"id":"nul","payload":{"text":"a\\u0000b"}}', accepted(1)],
    ['a lone surrogate in a value', '{"id":"sur","payload":{"text":"\\udfff"}}', accepted(1)],
  ])('gets a clear answer for %s', async (_name, given, expected) => {
    const { status, body } = await post(given);
    expect([status, body.code]).toEqual([expected.status, expected.code]);
    if (expected.accepted !== undefined) expect(body.data?.accepted).toBe(expected.accepted);
    expect(JSON.stringify(body)).not.toMatch(/ at .*\.ts|node_modules|RangeError|SyntaxError/);
  });

  it('of unknown length is refused at the limit', async () => {
    const chunked = [...keyHeader(connector), '-H', 'transfer-encoding: chunked'];
    const { status, body } = await post(Buffer.alloc(3_000_000, ' '), chunked);
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await post(message('in pieces'), chunked)).status).toBe(202);
  });

  it('that breaks off in the middle affects no other call', async () => {
    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    const { key } = connector.generated;
    const head = `POST /api/v1/webhook/${connector.id} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-length: 99\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(`${head}{"id"`, () => resolve()));
    socket.destroy();
    expect((await post(message('after the break'))).status).toBe(202);
  });

  it('is accepted with any media type, and stored unchanged', async () => {
    const text = '{"id":"typed","payload":{"text":"Grüße 🚀"}}';
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'image/png']) {
      const { status } = await post(text, [...keyHeader(connector), '-H', `content-type: ${type}`]);
      expect(status).toBe(202);
    }
    const stored = (await storedBy(rig.server, connector.id)).filter(({ identifier }) => identifier === 'typed');
    expect(stored).toEqual(Array(4).fill({ identifier: 'typed', payload: { text: 'Grüße 🚀' } }));
  });

  it.each(['gzip', 'br', 'deflate', 'zstd', 'GZIP', 'gzip, identity', 'snappy'])(
    'in the content encoding %s is refused with 415, after the key and before the body',
    async (encoding) => {
      const coded = ['-H', `content-encoding: ${encoding}`];
      const { status, body } = await post(message(`in ${encoding}`), [...keyHeader(connector), ...coded]);
      expect([status, body.code]).toEqual([415, 'CONTENT_ENCODING_UNSUPPORTED']);
      expect(body.message).toContain(encoding);
      expect((await post(message('x'), ['-H', 'x-api-key: wrong', ...coded])).status).toBe(401);
      expect(await identifiersBy(rig.server, connector.id)).not.toContain(`in ${encoding}`);
    },
  );

  it.each(['identity', 'Identity'])('with the content encoding %s is accepted', async (encoding) => {
    const sent = message(`as ${encoding}`);
    expect((await post(sent, [...keyHeader(connector), '-H', `content-encoding: ${encoding}`])).status).toBe(202);
    expect(await identifiersBy(rig.server, connector.id)).toContain(`as ${encoding}`);
  });

  it('of any kind does not stop a mutator', async () => {
    const script = 'return { id: "m", payload: JSON.stringify(body).length };';
    const made = await makeConnector(rig.server, {
      type: 'webhook-incoming',
      mutator: { language: 'javascript', script },
    });
    const send = (text: string) => curl(urlOf(made.id), text, [...english, ...keyHeader(made)]);
    const deep = await send(tooDeep);
    expect([deep.status, deep.body.data?.accepted]).toEqual([202, 0]);
    expect(deep.body.data?.errors).toMatchObject([{ code: 'PACKET_TOO_DEEP' }]);
    expect((await send('{"text":"\\ud800\\u0000"}')).body.data?.accepted).toBe(1);
    expect((await send('{"__proto__":{"a":1}}')).body.data?.accepted).toBe(1);
  });
});
