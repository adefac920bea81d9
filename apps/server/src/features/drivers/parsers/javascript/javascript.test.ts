import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject, ParserInput } from '../../../../ingest/ports.ts';
import type { JsonValue } from '../../../../platform/history/history.ts';
import { openSandbox } from '../../../../platform/sandbox/scripts.fixture.ts';
import type { ParserTools } from '../kind.ts';
import { checkParser, prepareParser } from '../kinds.ts';

const sandbox = openSandbox();
/** Limits for scripts that must reach the memory limit before the time limit, on a slow machine too. */
const patient = openSandbox({ timeoutMs: 5_000, memoryMb: 16 });
afterAll(() => Promise.all([sandbox.close(), patient.close()]));
const tools: ParserTools = { sandbox, egress: { request: () => Promise.reject(new Error('no way out')) } };

const meta: JsonObject = { lora: { fport: 2 }, device: { id: 7, keyValue: { offset: '1' } } };
const input = (payload: JsonValue, more: Partial<ParserInput> = {}): ParserInput => ({
  payload,
  meta,
  receivedAt: 1_700_000_000_000,
  accountId: 1,
  ...more,
});

const variable = (name: string, expression: string) => ({
  name,
  expression,
  title: '',
  valueType: 'number' as const,
  unit: '',
});

async function parse(
  script: string,
  payload: JsonValue = '0aff',
  variables: ReturnType<typeof variable>[] = [],
  given = tools,
) {
  const run = await prepareParser({ type: 'javascript', script }, variables, given);
  const [parsing] = await run([input(payload)], { maxHung: 3 });
  if (!parsing) throw new Error('no result');
  return parsing;
}
const parsed = async (...given: Parameters<typeof parse>) => (await parse(...given)).parsed;
const valuesOf = async (...given: Parameters<typeof parse>) => {
  const result = await parsed(...given);
  return result.ok ? result.sets[0]?.values : result.reason;
};

describe('a script', () => {
  it('may be a CommonJS module with payload and meta', async () => {
    const script = `module.exports = function (payload, meta) {
      const bytes = Buffer.from(payload, 'hex');
      return { first: bytes.readUInt8(0), port: meta.lora.fport, device: meta.device.id };
    }`;
    expect(await valuesOf(script)).toEqual({ first: 10, port: 2, device: 7 });
    expect(await valuesOf('module.exports = (payload) => payload', { a: { b: 1 } })).toEqual({ 'a.b': 1 });
  });

  it('may declare decodeUplink', async () => {
    const script = `function decodeUplink(input) {
      return { data: { n: input.bytes.length, second: input.bytes[1], port: input.fPort, at: input.recvTime.getTime(),
        offset: input.variables.offset, list: Array.isArray(input.bytes) }, warnings: ['low'] };
    }`;
    const { parsed: result, usage } = await parse(script);
    expect(result).toMatchObject({
      ok: true,
      sets: [{ values: { n: 2, second: 255, port: 2, at: 1_700_000_000_000, offset: '1', list: true } }],
    });
    expect(usage?.logs).toEqual([{ level: 'warn', text: 'low' }]);
  });

  it.each([
    ['exports an object', 'module.exports = { decodeUplink: (i) => ({ data: { n: i.bytes.length } }) }'],
    ['exports a property', 'exports.decodeUplink = (i) => ({ data: { n: i.bytes.length } })'],
    [
      'exports the function that it declares',
      `function decodeUplink(i) { return { data: { n: i.bytes.length } } }
       if (typeof module !== 'undefined') module.exports = decodeUplink;`,
    ],
    [
      'exports a helper of the function that it declares',
      `const decode = (i) => ({ data: { n: i.bytes.length } });
       module.exports = decode;
       function decodeUplink(i) { return decode(i) }`,
    ],
    [
      'exports a helper beside its driver',
      'var driver = { decodeUplink: (i) => ({ data: { n: i.bytes.length } }) }; module.exports = (i) => ({ n: i.size })',
    ],
    [
      'declares Decoder and exports something else',
      'function Decoder(bytes, port) { return { n: port } } module.exports = (bytes) => ({ n: bytes[0].size })',
    ],
    [
      'exports a function of that name',
      'module.exports = function decodeUplink(i) { return { data: { n: i.fPort } } }',
    ],
    ['exports Decode itself', 'function Decode(fPort, bytes) { return { n: bytes.length } } module.exports = Decode'],
    ['exports Decoder itself', 'function Decoder(bytes, port) { return { n: port } } module.exports = Decoder'],
    [
      'exports a function around the declared one',
      'function decodeUplink() { return { n: 0 } } exports.decodeUplink = (i) => ({ data: { n: i.bytes.length } })',
    ],
    [
      'exports methods',
      'module.exports = { size(i) { return i.bytes.length }, decodeUplink(i) { return { data: { n: this.size(i) } } } }',
    ],
    [
      'has a driver',
      'var driver = { size(i) { return i.bytes.length }, decodeUplink(i) { return { data: { n: this.size(i) } } } }',
    ],
    ['forgets var for its driver', 'driver = { decodeUplink: (i) => ({ data: { n: i.bytes.length } }) }'],
    [
      'uses the global object',
      `var port = this; function size(i) { return i.bytes.length }
       function decodeUplink(i) { port.found = this.size(i); return { data: { n: found } } }`,
    ],
    [
      'brings a polyfill',
      `'use strict'; Math.trunc = Math.trunc || function (x) { return x | 0 };
       Array.prototype.size = function () { return this.length };
       function decodeUplink(i) { return { data: { n: Math.trunc(i.bytes.size() + 0.5) } } }`,
    ],
    [
      'has Decode',
      'function Decode(fPort, bytes, variables) { return { n: bytes.length * fPort / 2 * variables.offset } }',
    ],
    ['has Decoder', 'function Decoder(bytes, port) { return { n: bytes.length * port / 2 } }'],
    ['forgets var', 'decodeUplink = function (i) { result = { n: i.bytes.length }; return { data: result } }'],
    ['ends in a comment', 'function Decoder(bytes) { return { n: bytes.length } } // done'],
    ['is strict', '"use strict"; const decodeUplink = ({ bytes }) => ({ data: { n: bytes.length } })'],
    ['is asynchronous', 'async function decodeUplink(i) { await null; return { data: { n: i.bytes.length } } }'],
  ])('%s', async (_, script) => {
    expect(await valuesOf(script)).toEqual({ n: 2 });
  });

  it('is called as a module with payload and meta only if it has no function of a known convention', async () => {
    const exported = 'module.exports = () => ({ a: 2 });';
    expect(await valuesOf(exported)).toEqual({ a: 2 });
    const declared = 'function decodeUplink() { return { data: { a: 1 } } }';
    expect(await valuesOf(`${declared} ${exported}`)).toEqual({ a: 1 });
  });

  it.each([
    ['abc', 'PACKET_ODD_HEX'],
    ['xy', 'PACKET_NOT_HEX'],
    [{ a: 1 }, 'PACKET_NOT_HEX'],
  ])('of a LoRaWAN convention needs bytes: %j', async (payload, code) => {
    expect(await parsed('function Decoder(bytes) { return {} }', payload)).toEqual({
      ok: false,
      reason: { code, params: {} },
    });
  });

  it('that defines no function fails with a reason', async () => {
    expect(await parsed('var x = 1')).toMatchObject({ ok: false, reason: { code: 'PARSER_FAILED' } });
  });
});

describe('a failing script', () => {
  it('names the line where it threw', async () => {
    expect(await parse('module.exports = () => {\n  throw new Error("short") }')).toMatchObject({
      parsed: { ok: false, reason: { code: 'PARSER_FAILED', params: { reason: 'line 2: Error: short' } } },
      line: 2,
    });
  });

  it('names no line of the appended code', async () => {
    const { parsed: result, line } = await parse('module.exports = () => { const a = {}; a.a = a; return a }');
    expect(result).toMatchObject({ ok: false, reason: { code: 'PARSER_FAILED' } });
    expect(line).toBeUndefined();
  });

  it.each([
    ['loops', 'module.exports = () => { while (true); }', 'PARSER_TIMED_OUT'],
    ['loops while it loads', 'while (true);', 'PARSER_TIMED_OUT'],
    ['throws nothing', 'module.exports = () => { throw undefined }', 'PARSER_FAILED'],
    ['gives too much', 'module.exports = () => ({ a: "x".repeat(300000) })', 'SCRIPT_OUTPUT_TOO_LARGE'],
    ['gives nothing', 'module.exports = () => {}', 'PARSER_RESULT_INVALID'],
    ['gives a text', 'module.exports = () => "a"', 'PARSER_RESULT_INVALID'],
    ['hides a big integer in a list', 'module.exports = () => ({ a: [1n] })', 'PARSER_FAILED'],
    ['hides itself in a list', 'module.exports = () => { const a = []; a.push(a); return { a } }', 'PARSER_FAILED'],
  ])('%s', async (_, script, code) => {
    expect(await parsed(script)).toMatchObject({ ok: false, reason: { code } });
  });

  it('exceeds the memory limit', async () => {
    const script = 'module.exports = () => { const a = []; while (true) a.push(new Array(1e5).fill(1)) }';
    const result = await parsed(script, '0aff', [], { ...tools, sandbox: patient });
    expect(result).toMatchObject({ ok: false, reason: { code: 'PARSER_OUT_OF_MEMORY' } });
  });

  it('omits NaN, infinity and functions, and converts big integers', async () => {
    const script = 'module.exports = () => ({ a: NaN, b: 1 / 0, c: () => 1, d: 12n, e: undefined, f: null })';
    expect(await valuesOf(script)).toEqual({ d: 12 });
  });

  it('sets no key of a prototype', async () => {
    const script =
      'module.exports = () => JSON.parse(\'{"__proto__":{"x":1},"constructor":1,"a":{"__proto__":2},"b":3}\')';
    const values = await valuesOf(script);
    expect(values).toMatchObject({ b: 3 });
    expect(Object.keys(values ?? {})).not.toContain('constructor');
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  it.each([
    ['stellwerkParse = () => ({ ok: true, sets: 7 }); module.exports = () => ({ a: 1 })'],
    ['stellwerkParse = () => ({ ok: true, sets: [{ at: "x", values: [] }] }); module.exports = () => ({ a: 1 })'],
    ['stellwerkParse = () => ({ ok: false, reason: { code: "<b>", params: { a: {} } } }); module.exports = () => 1'],
    ['stellwerkParse = () => null; module.exports = () => 1'],
  ])('gains nothing by bending what calls it', async (script) => {
    expect(await parsed(script)).toEqual({ ok: false, reason: { code: 'PARSER_RESULT_INVALID', params: {} } });
  });

  it('does not affect other calls of the batch', async () => {
    const script = 'module.exports = (n) => { if (n === 3) while (true); if (n === 5) throw 1; return { n } }';
    const run = await prepareParser({ type: 'javascript', script }, [], tools);
    const inputs = Array.from({ length: 8 }, (_, n) => input(n));
    const results = await run(inputs, { maxHung: 3 });
    const shown = results.map((result) => result?.parsed);
    expect(shown.map((each) => (each?.ok ? each.sets[0]?.values.n : each?.reason.code))).toEqual([
      0,
      1,
      2,
      'PARSER_TIMED_OUT',
      4,
      'PARSER_FAILED',
      6,
      7,
    ]);
  });

  it('is given up if it always hangs', async () => {
    const run = await prepareParser(
      { type: 'javascript', script: 'module.exports = () => { while (true); }' },
      [],
      tools,
    );
    const results = await run(
      Array.from({ length: 50 }, () => input('')),
      { maxHung: 2 },
    );
    expect(results.filter((result) => result?.isHung)).toHaveLength(2);
    expect(results.filter((result) => result === undefined)).toHaveLength(48);
  });
});

describe('target variables', () => {
  const script = 'module.exports = () => ({ celsius: 20, deep: { a: 2 } })';

  it('are computed from the parsed values', async () => {
    const variables = [
      variable('fahrenheit', 'v.celsius * 1.8 + 32'),
      variable('celsius', 'v.celsius / 10'),
      variable('twice', 'v.deep.a * 2 // from the inside'),
      variable('plain', ''),
      variable('absent', 'v.unknown'),
      variable('wrong', 'v.unknown * 2'),
    ];
    expect(await valuesOf(script, '', variables)).toEqual({ celsius: 2, 'deep.a': 2, fahrenheit: 68, twice: 4 });
  });

  it('that fail do not affect the others', async () => {
    const variables = [variable('bad', 'v.a.b'), variable('good', '1')];
    expect(await parsed(script, '', variables)).toMatchObject({
      ok: true,
      sets: [{ values: { celsius: 20, good: 1 } }],
      complaint: { code: 'VARIABLE_CALCULATION_FAILED', params: { name: 'bad' } },
    });
  });

  it.each([
    [{ type: 'none' } as const, { a: 4 }],
    [
      {
        type: 'single',
        fields: [{ name: 'a', bits: 8, type: 'uint', endian: 'big', factor: 1, offset: 0, unit: '' }],
      } as const,
      '04',
    ],
  ])('are computed for other kinds too: %j', async (parser, payload) => {
    const run = await prepareParser(parser as Parameters<typeof prepareParser>[0], [variable('b', 'v.a * 2')], tools);
    const results = await run([input(payload), input('04')], { maxHung: 3 });
    expect(results[0]?.parsed).toEqual({ ok: true, sets: [{ at: null, values: { a: 4, b: 8 } }] });
    expect(results).toHaveLength(2);
  });
});

describe('a check', () => {
  it('finds a syntax error, with its line', async () => {
    expect(
      await checkParser({ type: 'javascript', script: 'var a = 1;\nvar b = ;' }, { tools, accountId: 1 }),
    ).toMatchObject({
      line: 2,
    });
    expect(
      await checkParser({ type: 'javascript', script: 'module.exports = () => 1' }, { tools, accountId: 1 }),
    ).toBeUndefined();
    expect(await checkParser({ type: 'elixir', script: 'def parse(a, b)' }, { tools, accountId: 1 })).toBeUndefined();
  });
});
