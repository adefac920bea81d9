import { afterAll, describe, expect, it } from 'vitest';
import type { Script, ScriptFailureCode } from './script.ts';
import { body, input, jsonata, openSandbox } from './scripts.fixture.ts';

// Short time limits for tests of time, long ones for tests of memory: each script must hit the limit under test.
const hasty = openSandbox({ timeoutMs: 100, graceMs: 300 });
const patient = openSandbox({ timeoutMs: 5000, memoryMb: 16 });
const capped = openSandbox({ timeoutMs: 5000, processMemoryMb: 160 });
const sandboxes = [hasty, patient, capped];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

type Attack = [name: string, script: Script, code: ScriptFailureCode];

const slow: Attack[] = [
  ['an endless loop', body('for (;;);'), 'SCRIPT_TIMEOUT'],
  ['a regular expression that backtracks', body('return /^(a+)+$/.test("a".repeat(40) + "b")'), 'SCRIPT_TIMEOUT'],
  ['a flood of microtasks', body('const f = () => Promise.resolve().then(f); f(); return 1'), 'SCRIPT_TIMEOUT'],
  ['a flood of microtasks that is awaited', body('return (async () => { for (;;) await null })()'), 'SCRIPT_TIMEOUT'],
  ['a promise that never settles', body('return new Promise(() => {})'), 'SCRIPT_TIMEOUT'],
  ['a thenable that never calls back', body('return { then() {} }'), 'SCRIPT_TIMEOUT'],
  ['a loop while the result is written', body('return { toJSON() { for (;;); } }'), 'SCRIPT_TIMEOUT'],
  ['a loop in the message of an error', body('throw { get message() { for (;;); } }'), 'SCRIPT_TIMEOUT'],
  ['a loop at the top of a proxy', body('return new Proxy({}, { get() { for (;;); } })'), 'SCRIPT_TIMEOUT'],
  [
    'a native loop that V8 cannot interrupt',
    body('return [].includes.call({ length: 2 ** 53 - 1 }, 1)'),
    'SCRIPT_TIMEOUT',
  ],
  ['endless recursion of JSONata', jsonata('($f := function($n) { $f($n + 1) }; $f(1))'), 'SCRIPT_TIMEOUT'],
  ['a backtracking expression of JSONata', jsonata('$match($pad("b", -41, "a"), /^(a+)+$/)'), 'SCRIPT_TIMEOUT'],
  ['recursion without end', body('const f = () => f() + 1; return f()'), 'SCRIPT_ERROR'],
  ['recursion through getters', body('const o = { get a() { return this.a } }; return o'), 'SCRIPT_ERROR'],
  [
    'a result nested without end',
    body('let o = {}; for (let i = 0; i < 3000; i++) o = { o }; return o'),
    'SCRIPT_ERROR',
  ],
  ['a result that contains itself', body('const o = {}; o.o = o; return o'), 'SCRIPT_ERROR'],
  [
    'an error that cannot be read',
    body('throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })'),
    'SCRIPT_ERROR',
  ],
  ['a huge result', body('return "x".repeat(300_000)'), 'SCRIPT_OUTPUT_TOO_LARGE'],
  ['a huge result in few characters', body('return "\\u20ac".repeat(100_000)'), 'SCRIPT_OUTPUT_TOO_LARGE'],
];

const greedy: Attack[] = [
  ['arrays without end', body('const all = []; for (;;) all.push(new Array(1e5).fill(1))'), 'SCRIPT_MEMORY'],
  ['objects without end', body('const all = new Map(); for (let i = 0; ; i++) all.set(i, { i })'), 'SCRIPT_MEMORY'],
  ['buffers without end', body('const all = []; for (;;) all.push(Buffer.alloc(1e6, 1))'), 'SCRIPT_MEMORY'],
  ['one enormous buffer', body('return new Uint8Array(2 ** 33)'), 'SCRIPT_MEMORY'],
  ['a string that doubles', body('let s = "x"; for (;;) s += s'), 'SCRIPT_MEMORY'],
  [
    'a string that doubles and is flattened',
    body('let s = "xy"; for (;;) { s += s; s.charCodeAt(1) }'),
    'SCRIPT_MEMORY',
  ],
  ['symbols that are never freed', body('for (let i = 0; ; i++) Symbol.for("k".repeat(1000) + i)'), 'SCRIPT_MEMORY'],
  ['a split that aborts V8', body('return "x".repeat(2 ** 29 - 30).split("")'), 'SCRIPT_MEMORY'],
  ['$pad of JSONata', jsonata('$pad("x", 1000000000)'), 'SCRIPT_MEMORY'],
  ['$split of JSONata, which aborts V8', jsonata('$split($pad("x", 500000000), "")'), 'SCRIPT_MEMORY'],
  ['doubling in JSONata', jsonata('($d := function($s) { $d($s & $s) }; $d("xx"))'), 'SCRIPT_MEMORY'],
  ['a range of JSONata', jsonata('$map([1..9999999], function($v) { $v })'), 'SCRIPT_MEMORY'],
];

describe('the limit is named for', () => {
  it.each(slow)('%s', async (_, script, code) => {
    const result = await hasty.run({ script, ...input() });
    expect(result).toMatchObject({ ok: false, code });
    expect(result.durationMs).toBeGreaterThan(0);
    expect(result.memoryBytes).toBeGreaterThan(0);
  });

  it.each(greedy)('%s', async (_, script, code) => {
    const result = await patient.run({ script, ...input() });
    expect(result).toMatchObject({ ok: false, code, params: { limitMb: 16 } });
    expect(result.memoryBytes).toBeGreaterThan(0);
  });

  it('memory that escapes the limit of an isolate', async () => {
    const script = body('return new Array(2 ** 27).fill(1).sort().length');
    expect(await capped.run({ script, ...input() })).toMatchObject({ code: 'SCRIPT_MEMORY' });
    expect(capped.stats().processesEnded).toBe(1);
    // In a process used before, the memory may belong to earlier calls, so the script is retried in a new process.
    expect(await capped.run({ script: body('return 1'), ...input() })).toMatchObject({ ok: true });
    expect(await capped.run({ script, ...input() })).toMatchObject({ code: 'SCRIPT_MEMORY' });
    expect(capped.stats().processesEnded).toBe(3);
  });

  it('a memory of 64 MB, where nothing else is set', async () => {
    const script = body('const all = []; for (;;) all.push(new Float64Array(1e5))');
    expect(await capped.run({ script, ...input() })).toMatchObject({ code: 'SCRIPT_MEMORY', params: { limitMb: 64 } });
    const enough = body('return new Uint8Array(50e6).fill(1).length');
    expect(await capped.run({ script: enough, ...input() })).toMatchObject({ ok: true, value: 50e6 });
  });

  it('the line and the log of what ran too long', async () => {
    const script = body('console.log("before");\nwhile (true) {\n}');
    const result = await hasty.run({ script, ...input() });
    expect(result).toMatchObject({ code: 'SCRIPT_TIMEOUT', line: 2, logs: [{ level: 'log', text: 'before' }] });
  });
});

describe('a rejection that nobody waits for', () => {
  const lost = 'Promise.reject(new Error("lost"));';
  const noted = { level: 'error', text: 'Unhandled rejection in line 1: lost' };
  // V8 may collect the promise before its rejection is seen, so the call is repeated until one of them logs it.
  const seen = (script: Script) => expect.poll(() => patient.run({ script, ...input() }));

  it.each([
    ['before a value', body(`${lost} return 1`), 1],
    ['before nothing', body(lost), undefined],
    ['before a promise', body(`${lost} return (async () => { await null; return 2 })()`), 2],
    ['behind a promise', body('return (async () => { await null; Promise.reject(new Error("lost")); return 3 })()'), 3],
  ])('is in the log, %s', async (_, script, value) => {
    await seen(script).toMatchObject({ ok: true, value, logs: [noted] });
  });

  it('does not decide about the outcome, whether it is seen or cleared away before', async () => {
    const script = body(`${lost} let kept; for (let i = 0; i < x; i++) kept = [i, {}]; return 1`);
    const inputs = [0, 1_000_000, 0].map((x) => input({ x }));
    const results = await patient.runBatch(script, inputs);
    expect(results).toMatchObject(inputs.map(() => ({ ok: true, value: 1 })));
  });

  it('follows the log of the script, if there is room', async () => {
    const some = body(`console.log("before"); ${lost} throw new Error("thrown")`);
    const failed = { ok: false, code: 'SCRIPT_ERROR', params: { reason: 'Error: thrown' } };
    await seen(some).toMatchObject({ ...failed, logs: [{ level: 'log', text: 'before' }, noted] });
    const full = body(`for (let i = 0; i < 200; i++) console.log(i); ${lost} return 1`);
    const { logs } = await patient.run({ script: full, ...input() });
    expect([logs.length, logs.at(-1)?.text]).toEqual([100, '99']);
  });

  it('in the words of a timeout is none', async () => {
    const script = body('Promise.reject(Error("Script execution timed out.")); return 1');
    expect(await patient.run({ script, ...input() })).toMatchObject({ ok: true, value: 1 });
  });

  it('is the reason where the promise of the call can never settle', async () => {
    const script = body(`${lost} return new Promise(() => {})`);
    const params = { reason: 'Unhandled rejection: lost' };
    await seen(script).toMatchObject({ code: 'SCRIPT_ERROR', line: 1, params });
  });
});

describe('the log', () => {
  it('is cut in lines and in length', async () => {
    const script = body('for (let i = 0; i < 10000; i++) console.log("y".repeat(5000), i); return 1');
    const result = await patient.run({ script, ...input() });
    expect(result).toMatchObject({ ok: true, value: 1 });
    expect(result.logs).toHaveLength(100);
    expect(new Set(result.logs.map(({ text }) => text.length))).toEqual(new Set([1000]));
  });
});

describe('resizable and shared memory', () => {
  it('is not offered, because it would not be counted', async () => {
    const script = body(`const grown = new ArrayBuffer(8, { maxByteLength: 2 ** 30 });
      return [grown.resizable, typeof grown.resize, typeof SharedArrayBuffer, typeof WebAssembly, typeof Atomics,
        new Uint8Array(4).buffer.constructor === ArrayBuffer, grown.slice(0, 4).byteLength]`);
    const expected = [false, 'undefined', 'undefined', 'undefined', 'undefined', true, 4];
    expect(await patient.run({ script, ...input() })).toMatchObject({ ok: true, value: expected });
  });
});

describe('afterwards', () => {
  it('a killer among a hundred calls leaves the others alone', async () => {
    const script = body('return x === 50 ? "x".repeat(2 ** 29 - 30).split("") : x');
    const results = await patient.runBatch(
      script,
      Array.from({ length: 100 }, (_, x) => input({ x })),
    );
    const expected = results.map((_, x) => (x === 50 ? 'SCRIPT_MEMORY' : x));
    expect(results.map((result) => (result.ok ? result.value : result.code))).toEqual(expected);
  });

  it('normal scripts run in every sandbox', async () => {
    for (const sandbox of sandboxes) {
      expect(await sandbox.run({ script: body('return x + 1'), ...input({ x: 1 }) })).toMatchObject({
        ok: true,
        value: 2,
      });
      expect(await sandbox.run({ script: jsonata('a + 1'), ...input({ input: { a: 1 } }) })).toMatchObject({
        value: 2,
      });
    }
  });
});
