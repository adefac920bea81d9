import type { RouteCall } from '@stellwerk/contract/core/route';
import {
  compareDraft,
  createParserTest,
  deleteParserTest,
  importCodec,
  listParserTests,
  runParser,
  runParserTests,
} from '@stellwerk/contract/driver-workbench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { StoredPacket } from '../../ingest/log/list/stored-packet.ts';
import type { DeviceEntry } from '../../ingest/ports.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { egressFor } from '../../platform/egress/testing/servers.ts';
import type { Actor, Ctx } from '../../platform/http/ctx.ts';
import { createParsers } from './parser.service.ts';
import { driverCalls, script } from './testing/drivers.ts';
import type { TestPacket } from './typed-packet.ts';
import { createWorkbenchService } from './workbench.service.ts';

let server: TestServer;
let call: ReturnType<typeof driverCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = driverCalls(server);
});
afterAll(() => server.close());

const twice = script('module.exports = (payload) => { console.log("got", payload); return { a: payload.n * 2 } }');

describe('POST /api/v1/devicedrivers/parse', () => {
  const run = async (as: TestUser, body: RouteCall<typeof runParser>['body']) =>
    (await server.call(runParser, { body }, { as, headers: { 'accept-language': 'en' } })).body.data;

  it('returns variables, logs, time and memory of an unsaved draft', async () => {
    const user = await call.manager();
    const result = await run(user, {
      parser: twice,
      variables: [{ name: 'b', expression: 'v.a + 1' }],
      packet: { payload: { n: 4 } },
    });
    expect(result).toMatchObject({
      variables: [{ time: null, values: { a: 8, b: 9 } }],
      logs: ['got {"n":4}'],
      error: null,
    });
    expect(result.durationMs).toBeGreaterThan(0);
    expect(result.memoryBytes).toBeGreaterThan(0);
  });

  it('serves an account before the backlog of hanging scripts of another', async () => {
    const [hostile, other] = [await call.manager(), await call.manager()];
    let answered = 0;
    const flood = Array.from({ length: 8 }, async (_, n) => {
      const parser = script(`module.exports = () => [].includes.call({ length: 2 ** 53 - 1 }, ${n})`);
      const { error } = await run(hostile, { parser, packet: { payload: {} } });
      expect(error).toMatchObject({ code: 'PARSER_TIMED_OUT' });
      answered++;
    });
    await Promise.race(flood);
    const before = answered;
    expect(await run(other, { parser: twice, packet: { payload: { n: 1 } } })).toMatchObject({ error: null });
    expect(answered - before).toBeLessThanOrEqual(2);
    await Promise.all(flood);
  });

  it('passes the same meta as a device, overridden by that of the packet', async () => {
    const user = await call.manager();
    const parser = script('module.exports = (payload, meta) => ({ meta: JSON.stringify(meta) })');
    const metaOf = async (meta: TestPacket['meta']) => {
      const { variables } = await run(user, { parser, packet: { payload: {}, meta } });
      return JSON.parse(String(variables[0]?.values.meta));
    };
    expect(await metaOf({ extra: 1 })).toEqual({
      extra: 1,
      time: expect.stringMatching(/^20/),
      identifier: expect.any(String),
      connector: { id: 1, type: '' },
      device: { id: 1, title: expect.any(String), tags: [], keyValue: {}, groups: [] },
    });
    const whole = {
      time: '2026-01-01T10:00:00.000Z',
      identifier: 'D1',
      connector: { id: 4, type: 'webhook-incoming' },
      device: { id: 7, title: 'Thermometer', tags: ['a'], keyValue: { serial: '9' }, groups: ['b'] },
    };
    expect(await metaOf(whole)).toEqual(whole);
  });

  it('uses the time of arrival of a packet that has its own time, as for live packets', async () => {
    const user = await call.manager();
    const parser = script('module.exports = (payload, meta) => ({ sent: meta.time, arrived: Date.now() })');
    const packet = { payload: {}, meta: { time: '2026-01-01T10:00:00.000Z' }, receivedAt: '2026-01-02T11:00:00.000Z' };
    const { variables } = await run(user, { parser, packet });
    expect(variables[0]?.values).toEqual({ sent: packet.meta.time, arrived: Date.parse(packet.receivedAt) });
  });

  it('accepts bytes and a port as in LoRaWAN', async () => {
    const user = await call.manager();
    const parser = script(
      'function decodeUplink(i) { return { data: { sum: i.bytes[0] + i.bytes[1], port: i.fPort } } }',
    );
    const both = await Promise.all([
      run(user, { parser, packet: { bytes: [1, 255], fPort: 7 } }),
      run(user, { parser, packet: { payload: '01FF', meta: { lora: { fport: 7 } } } }),
    ]);
    for (const { variables } of both) expect(variables).toEqual([{ time: null, values: { sum: 256, port: 7 } }]);
  });

  it('returns the error message and its line', async () => {
    const user = await call.manager();
    const failed = await run(user, {
      parser: script('module.exports = () => {\n  return missing.value }'),
      packet: {},
    });
    expect(failed).toMatchObject({ variables: [], error: { code: 'PARSER_FAILED', line: 2 } });
    expect(failed.error?.message).toContain('missing is not defined');
    const broken = await run(user, { parser: script('}'), packet: {} });
    expect(broken.error).toMatchObject({ code: 'PARSER_FAILED' });
    const odd = await run(user, { parser: script('function Decoder() {}'), packet: { payload: 'abc' } });
    expect(odd.error).toMatchObject({ code: 'PACKET_ODD_HEX', line: null });
    const elixir = await run(user, { parser: { type: 'elixir', script: 'x' }, packet: {} });
    expect(elixir.error?.code).toBe('PARSER_NOT_AVAILABLE');
  });

  it('shows each time of a list, and the variables beside a reported error', async () => {
    const user = await call.manager();
    const list = script(
      'module.exports = () => [{ time: 0, a: 1 }, { time: "2025-01-01T00:00:00Z", a: 2, error: "old" }]',
    );
    expect(await run(user, { parser: list, packet: {} })).toMatchObject({
      variables: [
        { time: '1970-01-01T00:00:00.000Z', values: { a: 1 } },
        { time: '2025-01-01T00:00:00.000Z', values: { a: 2 } },
      ],
      error: { code: 'PARSER_REPORTED', message: 'The parser reports: old' },
    });
  });

  it('refuses invalid packets, and callers who manage no drivers', async () => {
    const user = await call.manager();
    const call2 = (as: TestUser, packet: unknown) =>
      server.call(runParser, { body: { parser: twice, packet } } as never, { as });
    expect((await call2(user, { bytes: [256] })).status).toBe(400);
    expect((await call2(user, 'x')).status).toBe(400);
    expect((await call2(await call.reader(), {})).status).toBe(403);
  });
});

describe('tests of a driver', () => {
  const add = (as: TestUser, id: number, body: RouteCall<typeof createParserTest>['body']) =>
    server.call(createParserTest, { params: { id }, body }, { as });
  const list = (as: TestUser, id: number) => server.call(listParserTests, { params: { id } }, { as });
  const run = async (as: TestUser, id: number) => server.call(runParserTests, { params: { id } }, { as });

  it('are kept, listed, run and removed', async () => {
    const user = await call.manager();
    const { id } = await call.make(user, { draft: { parser: twice } });
    const packet = { payload: { n: 3 } };
    const kept = await add(user, id, { title: 'as it is now', packet });
    expect([kept.status, kept.body.data]).toMatchObject([201, { expected: { a: 6 }, packet }]);
    await add(user, id, { title: 'wrong', packet, expected: { a: 7 } });
    const reader = await call.reader(user.account);
    expect((await list(reader, id)).body.data.map(({ title }) => title)).toEqual(['as it is now', 'wrong']);
    expect((await run(reader, id)).body.data).toMatchObject([
      { id: kept.body.data.id, passed: true, expected: { a: 6 } },
      { passed: false, expected: { a: 7 }, result: { variables: [{ values: { a: 6 } }] } },
    ]);
    const params = { id, testId: kept.body.data.id };
    expect((await server.call(deleteParserTest, { params }, { as: user })).status).toBe(200);
    expect((await list(user, id)).body.data).toHaveLength(1);
    expect((await server.call(deleteParserTest, { params }, { as: user })).body.code).toBe(
      'DEVICEDRIVER_TEST_NOT_FOUND',
    );
  });

  it('may expect the error that the parser reports, but no other failure', async () => {
    const user = await call.manager();
    const parser = script('module.exports = (p) => { if (p) throw new Error("x"); return { a: 1, error: "unknown" } }');
    const { id } = await call.make(user, { draft: { parser } });
    const kept = await add(user, id, { title: 't', packet: {} });
    expect(kept.body.data.expected).toEqual({ a: 1, error: 'unknown' });
    expect((await run(user, id)).body.data).toMatchObject([{ passed: true }]);
    expect((await add(user, id, { title: 't', packet: { payload: '1' } })).body.code).toBe('PARSER_FAILED');
    await add(user, id, { title: 't', packet: { payload: '1' }, expected: {} });
    expect((await run(user, id)).body.data[1]).toMatchObject({ passed: false });
  });

  it('are refused with texts that the database cannot store', async () => {
    const user = await call.manager();
    for (const text of ['\\0', '\\ud800']) {
      const { id } = await call.make(user, { draft: { parser: script(`module.exports = () => ({ a: "${text}" })`) } });
      expect((await add(user, id, { title: 't', packet: {} })).body.code).toBe('PACKET_UNSTORABLE');
    }
  });

  it('have the same result every day, because their packets have a time', async () => {
    const user = await call.manager();
    const parser = script(
      'function decodeUplink(i) { return { data: { at: i.recvTime.toISOString(), now: Date.now() } } }',
    );
    const { id } = await call.make(user, { draft: { parser } });
    const meta = { time: '2024-02-03T04:05:06.000Z' };
    const kept = await add(user, id, { title: 't', packet: { bytes: [], meta } });
    expect(kept.body.data.expected).toEqual({ at: meta.time, now: Date.parse(meta.time) });
    await add(user, id, { title: 'without', packet: { bytes: [] } });
    expect((await run(user, id)).body.data.map(({ passed }) => passed)).toEqual([true, true]);
  });

  it('run on the published version for callers who may not see the draft', async () => {
    const owner = await call.manager();
    const { id } = await call.make(owner, { visibility: 'everyone', draft: { parser: twice } });
    const stranger = await call.reader();
    expect((await run(stranger, id)).body.code).toBe('DEVICEDRIVER_NOT_PUBLISHED');
    await add(owner, id, { title: 't', packet: { payload: { n: 1 } }, expected: { a: 2 } });
    await call.publish(owner, id);
    await call.draft(owner, id, { parser: script('module.exports = () => ({ a: 0 })') });
    expect((await run(stranger, id)).body.data).toMatchObject([{ passed: true }]);
    expect((await run(owner, id)).body.data).toMatchObject([{ passed: false }]);
  });

  it('belong to their driver, and require the permission to manage it', async () => {
    const user = await call.manager();
    const [own, other] = [await call.make(user), await call.make(user)];
    const kept = await add(user, own.id, { title: 't', packet: {}, expected: {} });
    const { id: testId } = kept.body.data;
    const remove = (as: TestUser, id: number) => server.call(deleteParserTest, { params: { id, testId } }, { as });
    expect((await remove(user, other.id)).body.code).toBe('DEVICEDRIVER_TEST_NOT_FOUND');
    expect((await remove(await call.reader(user.account), own.id)).status).toBe(403);
    expect((await remove(await call.manager(), own.id)).status).toBe(404);
    expect((await add(await call.reader(user.account), own.id, { title: 't', packet: {} })).status).toBe(403);
    expect((await add(await call.manager(), own.id, { title: 't', packet: {} })).status).toBe(404);
    expect((await list(await call.manager(), own.id)).status).toBe(404);
    expect((await add(user, own.id, { title: '', packet: {} })).status).toBe(400);
  });
});

describe('POST /api/v1/devicedrivers/{id}/compare', () => {
  const packet = (n: number): StoredPacket => ({
    shard: 1,
    seq: n,
    connectorId: 1,
    deviceId: 7,
    identifier: 'x',
    receivedAt: 1_700_000_000_000 + n,
    payload: { n },
    meta: {},
    time: null,
    sizeBytes: 10,
    outcome: 'applied',
    reason: null,
    refused: [],
  });

  it('shows where draft and newest version differ over the packets of devices', async () => {
    const asked: number[][] = [];
    const workbench = createWorkbenchService({
      parsers: createParsers({ ...server, egress: egressFor([]), clock: systemClock }),
      clock: systemClock,
      devices: {
        async packetsOf(_db, _actor, driverId, limit) {
          asked.push([driverId, limit]);
          const description = { id: 7, title: 'D', tags: [], keyValue: {}, groups: [] };
          const device: DeviceEntry = {
            ...{ twinId: 7, accountId: 1, accountPath: '1', isDisabled: false, parserId: 1, description },
            ...{ stateOf: new Map(), rawStateId: null, forwards: null },
          };
          const directory = { deviceOf: () => device, connectorOf: () => undefined, statesOf: () => [] };
          return { packets: Array.from({ length: 120 }, (_, n) => packet(n)), directory };
        },
      },
    });
    const user = await call.manager();
    const { id } = await call.make(user, { draft: { parser: twice } });
    await call.publish(user, id);
    const changed = 'if (p.n === 100) throw new Error("no"); return { a: p.n < 60 ? p.n * 2 : 0 }';
    await call.draft(user, id, { parser: script(`module.exports = (p) => { ${changed} }`) });
    const ctx = {
      db: server.database.db,
      actor: { grants: [] as Actor['grants'], accountId: 1 },
      language: 'en',
    } as Ctx;
    const compared = await workbench.compare(ctx, id);
    expect(compared).toMatchObject({ packets: 120, same: 60, different: 60 });
    expect(compared.differences).toHaveLength(50);
    expect(compared.differences[0]).toEqual({
      deviceId: 7,
      deviceTitle: 'D',
      receivedAt: '2023-11-14T22:13:20.060Z',
      before: { variables: [{ time: null, values: { a: 120 } }], error: null },
      after: { variables: [{ time: null, values: { a: 0 } }], error: null },
    });
    expect(compared.differences[40]?.after).toMatchObject({ variables: [], error: { code: 'PARSER_FAILED', line: 1 } });
    expect(compared.durationMs.before).toBeGreaterThan(0);
    expect(asked).toEqual([[id, 1_000]]);
  });

  it('returns nothing for a driver without packets, and requires both versions', async () => {
    const user = await call.manager();
    const { id } = await call.make(user, { draft: { parser: twice } });
    const compare = (as: TestUser) => server.call(compareDraft, { params: { id } }, { as });
    expect((await compare(user)).body.code).toBe('DEVICEDRIVER_NOT_PUBLISHED');
    await call.publish(user, id);
    expect((await compare(user)).body.code).toBe('DEVICEDRIVER_NO_DRAFT');
    await call.draft(user, id, { notes: 'x' });
    expect((await compare(user)).body.data).toEqual({
      packets: 0,
      same: 0,
      different: 0,
      differences: [],
      durationMs: { before: 0, after: 0 },
    });
    expect((await compare(await call.reader(user.account))).status).toBe(403);
    expect((await compare(await call.manager())).status).toBe(404);
  });
});

describe('POST /api/v1/devicedrivers/{id}/import-codec', () => {
  const codec = `function decodeUplink(input) {
    if (input.fPort !== 1) return { errors: ['unknown FPort'] };
    return { data: { temperature: input.bytes[0] / 10, valve: { open: input.bytes[1] === 1 }, absent: undefined } };
  }
  function encodeDownlink(input) { return { bytes: [1], fPort: 1 }; }`;
  const take = (as: TestUser, id: number, body: RouteCall<typeof importCodec>['body']) =>
    server.call(importCodec, { params: { id }, body }, { as });

  it('imports the script into the draft and its uplink examples as passing tests', async () => {
    const user = await call.manager();
    const { id } = await call.make(user, { draft: { variables: [{ name: 'temperature' }] } });
    const examples: RouteCall<typeof importCodec>['body']['examples'] = [
      {
        type: 'uplink',
        description: 'warm',
        input: { fPort: 1, bytes: [213, 1], recvTime: '2024-01-01T00:00:00Z' },
        output: { data: { temperature: 21.3, valve: { open: true }, absent: null } },
      },
      { type: 'uplink', input: { fPort: 9, bytes: [] }, output: { errors: ['unknown FPort'] } },
      { type: 'downlink-encode', input: { data: {} }, output: { bytes: [1], fPort: 1 } },
    ];
    const { status, body } = await take(user, id, { script: codec, examples });
    expect([status, body.data.tests]).toEqual([200, 2]);
    expect(body.data.driver.draft).toMatchObject({
      parser: { type: 'javascript' },
      variables: [{ name: 'temperature' }],
    });
    const runs = await server.call(runParserTests, { params: { id } }, { as: user });
    expect(runs.body.data.map(({ passed, expected }) => ({ passed, expected }))).toEqual([
      { passed: true, expected: { temperature: 21.3, 'valve.open': true } },
      { passed: true, expected: { error: 'unknown FPort' } },
    ]);
    const titles = (await server.call(listParserTests, { params: { id } }, { as: user })).body.data.map(
      ({ title }) => title,
    );
    expect(titles).toEqual(['warm', 'Example 2']);
    expect((await call.publish(user, id)).status).toBe(200);
  });

  it('accepts scripts of a million characters, and refuses longer ones', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    const script = (length: number) => `${codec}\n//${'ä'.repeat(length - codec.length - 3)}`;
    const { status, body } = await take(user, id, { script: script(1_048_576) });
    expect([status, body.code]).toEqual([200, undefined]);
    expect((await take(user, id, { script: script(1_048_577) })).status).toBe(400);
    const packet = { payload: 'd501', fPort: 1 };
    const run = await server.call(
      runParser,
      { body: { parser: { type: 'javascript', script: script(1_048_576) }, packet } },
      { as: user },
    );
    expect(run.body.data).toMatchObject({ error: null, variables: [{ values: { temperature: 21.3 } }] });
  });

  it('refuses a script that does not compile, and too many tests', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    expect((await take(user, id, { script: 'function (' })).body.code).toBe('SCRIPT_ERROR');
    const examples = Array.from({ length: 200 }, () => ({
      type: 'uplink' as const,
      input: { fPort: 1, bytes: [1, 1] },
      output: { data: { temperature: 0.1, valve: { open: true } } },
    }));
    for (const tests of [200, 200]) {
      expect((await take(user, id, { script: codec, examples })).body.data.tests).toBe(tests);
    }
    expect((await take(user, id, { script: codec, examples })).body).toMatchObject({
      code: 'DEVICEDRIVER_TOO_MANY_TESTS',
      params: { limit: 500 },
    });
  });

  it('requires the permission to manage the driver', async () => {
    const user = await call.manager();
    const { id } = await call.make(user);
    expect((await take(await call.reader(user.account), id, { script: codec })).status).toBe(403);
    expect((await take(await call.manager(), id, { script: codec })).status).toBe(404);
    expect((await take(user, id, { script: '' })).status).toBe(400);
  });
});
