import { listTraffic, testMutator, updateConnector } from '@stellwerk/contract/connector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, curl } from '../../../test/connectors/peers.ts';
import { makeConnector, type Rig, startRig, storedBy } from '../../../test/connectors/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const english = { 'accept-language': 'en' };
const javascript = (script: string) => ({ language: 'javascript' as const, script });
const jsonata = (script: string) => ({ language: 'jsonata' as const, script });

async function tryOut(mutator: ReturnType<typeof javascript> | ReturnType<typeof jsonata>, message: { body: never }) {
  const as = await rig.server.make.user({ permissions: ['all.manage'] });
  const { body } = await rig.server.call(testMutator, { body: { mutator, message } }, { as, headers: english });
  return body.data;
}
const given = (body: unknown, more: Record<string, unknown> = {}) => ({ body, ...more }) as { body: never };

describe('POST /api/v1/bridge/mutator-test', () => {
  it('returns the result of a script', async () => {
    const script = `console.log('got', topic); console.warn('careful');
      return body.values.map((value) => ({ id: body.device, payload: { value }, meta: { agent: headers['user-agent'], q: query.q } }));`;
    const message = given(
      { device: 'd', values: [1, 2] },
      { topic: 'a/b', headers: { 'user-agent': 'x' }, query: { q: '1' } },
    );
    const { messages, problem, logs, durationMs } = await tryOut(javascript(script), message);
    expect(messages).toEqual([1, 2].map((value) => ({ id: 'd', payload: { value }, meta: { agent: 'x', q: '1' } })));
    expect([problem, logs]).toEqual([null, ['got a/b', 'warn: careful']]);
    expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  it('supports JSONata', async () => {
    const { messages } = await tryOut(
      jsonata('{ "id": body.dev, "payload": $sum(body.n), "meta": { "topic": topic } }'),
      given({ dev: 'd', n: [1, 2] }, { topic: 't' }),
    );
    expect(messages).toEqual([{ id: 'd', payload: 3, meta: { topic: 't' } }]);
  });

  it.each<[string, string, string | null, unknown[]]>([
    ['null drops a message', 'return null;', null, []],
    ['nothing drops it too', '', null, []],
    ['text is no message', 'return "x";', 'BRIDGE_MUTATOR_OUTPUT', []],
    ['nor is a list with text in it', 'return [{ id: 1 }, 2];', 'BRIDGE_MUTATOR_OUTPUT', []],
    ['an error is told', 'throw new Error("no id");', 'BRIDGE_MUTATOR_FAILED', []],
    ['a loop ends', 'for (;;) {}', 'SCRIPT_TIMEOUT', []],
  ])('%s', async (_name, script, code, messages) => {
    const result = await tryOut(javascript(script), given({}));
    expect([result.problem?.code ?? null, result.messages]).toEqual([code, messages]);
  });

  it('allows an author more time than a message', async () => {
    const { problem } = await tryOut(jsonata('($f := function($n) { $f($n + 1) }; $f(1))'), given({}));
    expect(problem).toMatchObject({ code: 'SCRIPT_TIMEOUT', message: expect.stringContaining('1000') });
  });

  it('names the line of an error', async () => {
    const { problem } = await tryOut(javascript('const a = 1;\nthrow new Error("no id");'), given({}));
    expect(problem).toMatchObject({ message: 'The mutator script failed: Error: no id', line: 2 });
  });

  it('keeps messages unchanged without a script', async () => {
    const as = await rig.server.make.user({ permissions: ['all.manage'] });
    const mutator = { language: 'none' as const, script: 'anything' };
    const { body } = await rig.server.call(testMutator, { body: { mutator, message: { body: [1, 2] } } }, { as });
    expect(body.data.messages).toEqual([1, 2]);
    const reader = await rig.server.make.user({ permissions: ['VirtualDevice.manage'] });
    expect(
      (await rig.server.call(testMutator, { body: { mutator, message: { body: 1 } } }, { as: reader })).status,
    ).toBe(403);
  });
});

describe('a connector with a mutator', () => {
  it('stores the results, reports refused messages, and passes no keys to the script', async () => {
    const script = `if (!body.dev) throw new Error('no device');
      return body.values.map((value) => (value === null ? { id: body.dev } : { id: body.dev, payload: { value, headers, query } }));`;
    const made = await makeConnector(rig.server, { type: 'webhook-incoming', mutator: javascript(script) });
    const url = `${await addressOf(rig.server)}/api/v1/webhook/${made.id}?q=7&auth=${made.generated.key}`;
    const send = (body: unknown) =>
      curl(url, JSON.stringify(body), ['-H', 'accept-language: en', '-H', 'cookie: a=b', '-A', 'probe']);
    expect((await send({ dev: 'd', values: [1, null, 2] })).body.data).toMatchObject({
      accepted: 2,
      rejected: 1,
      errors: [{ index: 1, code: 'PACKET_PAYLOAD_MISSING' }],
    });
    expect((await send({})).body.data).toMatchObject({
      accepted: 0,
      errors: [{ index: 0, code: 'BRIDGE_MUTATOR_FAILED', message: 'The mutator script failed: Error: no device' }],
    });
    const stored = await storedBy(rig.server, made.id);
    expect(stored.map(({ identifier }) => identifier)).toEqual(['d', 'd']);
    expect(stored[0]?.payload).toMatchObject({ value: 1, headers: { 'user-agent': 'probe' }, query: { q: '7' } });
    expect(JSON.stringify(stored)).not.toContain(made.generated.key);
    expect(JSON.stringify(stored)).not.toContain('cookie');
    await rig.server.connectors.flush();
    const { body } = await rig.server.call(
      listTraffic,
      { params: { id: made.id }, query: { outcome: 'rejected' } },
      { as: made.user, headers: english },
    );
    expect(body.data.map(({ reason }) => reason?.code).sort()).toEqual([
      'BRIDGE_MUTATOR_FAILED',
      'PACKET_PAYLOAD_MISSING',
    ]);
    expect(body.data[0]).toMatchObject({ device: null, outcome: 'rejected' });
  });

  it('uses another script as soon as it is saved', async () => {
    const made = await makeConnector(rig.server, {
      type: 'webhook-incoming',
      mutator: jsonata('{ "id": "one", "payload": 1 }'),
    });
    const url = `${await addressOf(rig.server)}/api/v1/webhook/${made.id}?auth=${made.generated.key}`;
    await curl(url, '{}');
    const body = { mutator: jsonata('{ "id": "two", "payload": 1 }') };
    await rig.server.call(updateConnector, { params: { id: made.id }, body }, { as: made.user });
    await curl(url, '{}');
    expect((await storedBy(rig.server, made.id)).map(({ identifier }) => identifier)).toEqual(['one', 'two']);
  });
});
