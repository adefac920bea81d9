import { afterAll, describe, expect, it } from 'vitest';
import type { Script, ScriptInput } from './script.ts';
import { body, input, javascript, jsonata, openSandbox } from './scripts.fixture.ts';

const sandbox = openSandbox();
afterAll(() => sandbox.close());

const run = (script: Script, given: ScriptInput = input()) => sandbox.run({ script, ...given });
const resultValue = async (script: Script, given?: ScriptInput) => {
  const result = await run(script, given);
  expect(result).toMatchObject({ ok: true });
  return result.ok ? result.value : undefined;
};

describe('a JavaScript module', () => {
  it('gets its arguments in the order of the entry', async () => {
    const parser = javascript(
      'module.exports = function (payload, meta) { return { payload, port: meta.lora.fport } }',
      {
        form: 'module',
        parameters: ['payload', 'meta'],
      },
    );
    const given = input({ meta: { lora: { fport: 7 } }, payload: '0aff' });
    expect(await resultValue(parser, given)).toEqual({ payload: '0aff', port: 7 });
  });

  it('takes input and meta without an entry, and may be asynchronous', async () => {
    const script = javascript('exports = module.exports = async (input, meta) => { await null; return input + meta }');
    expect(await resultValue(script, input({ input: 1, meta: 2 }))).toBe(3);
  });

  it('reads bytes with Buffer, also through require', async () => {
    const script = javascript(`const { Buffer: Bytes } = require('buffer');
      module.exports = (hex) => [Buffer.from(hex, 'hex').readInt16BE(0), Bytes === Buffer, new Buffer(hex, 'hex').length]`);
    expect(await resultValue(script, input({ input: 'fffe' }))).toEqual([-2, true, 2]);
  });

  it('must export a function', async () => {
    expect(await run(javascript('module.exports = 5'))).toMatchObject({
      code: 'SCRIPT_ERROR',
      params: { reason: 'TypeError: module.exports is not a function' },
    });
  });
});

describe('a function body', () => {
  it('returns a value of its named arguments', async () => {
    const script = javascript('return value * factor', { form: 'body', parameters: ['value', 'factor'] });
    expect(await resultValue(script, input({ factor: 3, value: 4 }))).toBe(12);
  });

  it('may return undefined, null, dates and bytes', async () => {
    expect(await resultValue(body('return'))).toBeUndefined();
    expect(await resultValue(body('return null'))).toBeNull();
    expect(await resultValue(body('return [new Date(0), Buffer.from([1])]'))).toEqual([
      '1970-01-01T00:00:00.000Z',
      { type: 'Buffer', data: [1] },
    ]);
  });
});

describe('a script with named functions', () => {
  const entry = {
    form: 'functions' as const,
    functions: [
      { name: 'decodeUplink', parameters: ['input'] },
      { name: 'Decode', parameters: ['fPort', 'bytes'] },
    ],
  };

  it('calls the first function that is there, with its own arguments', async () => {
    const given = input({ input: { fPort: 2, bytes: [1] }, fPort: 2, bytes: [1, 2] });
    const modern = javascript('function Decode() {} const decodeUplink = (input) => input.bytes.length', entry);
    const classic = javascript('function Decode(fPort, bytes) { return [fPort, bytes.length] } // end', entry);
    const exported = javascript('exports.decodeUplink = () => "exported"', entry);
    expect(await resultValue(modern, given)).toBe(1);
    expect(await resultValue(classic, given)).toEqual([2, 2]);
    expect(await resultValue(exported, given)).toBe('exported');
  });

  it('says what it looked for', async () => {
    expect(await run(javascript('function other() {}', entry))).toMatchObject({
      params: { reason: 'TypeError: The script declares none of: decodeUplink, Decode' },
    });
  });

  it('may forget var and override methods of its own objects', async () => {
    const script = javascript(
      `function Decode(fPort, bytes) {
        total = 0;
        for (i = 0; i < bytes.length; i++) total += bytes[i];
        shape = {}; shape.toString = function () { return 'mine' }; shape.constructor = 1;
        error = new Error('first'); error.message = 'second';
        return [total, String(shape), shape.constructor, error.message, typeof missing];
      }`,
      entry,
    );
    expect(await resultValue(script, input({ bytes: [1, 2, 3] }))).toEqual([6, 'mine', 1, 'second', 'undefined']);
  });
});

describe('a JSONata expression', () => {
  it('reads the input and the other arguments as variables', async () => {
    const script = jsonata('{ "sum": $sum(values), "unit": $meta.unit, "text": $base64decode("aGk=") }');
    const given = input({ input: { values: [1, 2] }, meta: { unit: 'K' } });
    expect(await resultValue(script, given)).toEqual({ sum: 3, unit: 'K', text: 'hi' });
  });

  it('gives undefined where nothing matches, and leaves functions out', async () => {
    expect(await resultValue(jsonata('nothing.here'), input({ input: {} }))).toBeUndefined();
    expect(await resultValue(jsonata('{ "f": $sum, "g": function($x) { $x }, "a": 1 }'), input({ input: {} }))).toEqual(
      {
        a: 1,
      },
    );
  });

  it('names the line of a fault', async () => {
    expect(await run(jsonata('{\n "a": 1 +\n}'))).toMatchObject({ code: 'SCRIPT_ERROR', line: 3 });
    expect(await run(jsonata('(\n\n$error("boom"))'))).toMatchObject({ params: { reason: 'D3137: boom' }, line: 3 });
  });
});

describe('errors and logs', () => {
  it('names the line of a syntax error and of a throw', async () => {
    expect(await run(javascript('module.exports = () => {\n  let a = (;\n}'))).toMatchObject({
      code: 'SCRIPT_ERROR',
      params: { reason: "SyntaxError: Unexpected token ';'" },
      line: 2,
    });
    expect(await run(body('const a = 1;\n\nnull.x'))).toMatchObject({ code: 'SCRIPT_ERROR', line: 3 });
    expect(await run(body('async function f() {\n  throw new TypeError("late")\n}\nreturn f()'))).toMatchObject({
      params: { reason: 'TypeError: late' },
      line: 2,
    });
  });

  it('captures the console, of failing scripts too', async () => {
    const result = await run(
      body('console.log("a", { b: [1] }); console.error(new Error("c")); a = {}; a.a = a; console.warn(a); x.y.z'),
    );
    expect(result).toMatchObject({
      ok: false,
      logs: [
        { level: 'log', text: 'a {"b":[1]}' },
        { level: 'error', text: 'Error: c' },
        { level: 'warn', text: '[not printable]' },
      ],
    });
  });

  it('reports time and memory of every call', async () => {
    for (const script of [body('return 1'), body('throw 1'), jsonata('1')]) {
      const { durationMs, memoryBytes } = await run(script);
      expect(durationMs).toBeGreaterThan(0);
      expect(memoryBytes).toBeGreaterThan(100_000);
    }
  });

  it('refuses a source that no parser can hold', async () => {
    for (const opening of ['(', '[', '{"a":', 'x=>', '!']) {
      const source = opening.repeat(90_000);
      expect(await run(body(source))).toMatchObject({ ok: false, code: 'SCRIPT_ERROR' });
      expect(await run(jsonata(source))).toMatchObject({ ok: false, code: 'SCRIPT_ERROR' });
    }
  });

  it('takes a source of a million characters', async () => {
    const table = Array.from({ length: 100_000 }, (_, index) => `  [${index % 100}, "entry"],`).join('\n');
    const source = `const table = [\n${table}\n];\n// ${'ä'.repeat(1_000)}\nreturn table.length`;
    expect(source.length).toBeGreaterThan(1_000_000);
    expect(await sandbox.check(body(source), 1)).toMatchObject({ ok: true });
    expect(await resultValue(body(source))).toBe(100_000);
  });

  it('refuses a source that is too long', async () => {
    expect(await run(body(`return "${'x'.repeat(5_000_000)}"`))).toMatchObject({ code: 'SCRIPT_ERROR' });
  });
});

describe('check', () => {
  it('compiles without calling', async () => {
    expect(await sandbox.check(body('for (;;);'), 1)).toMatchObject({ ok: true });
    expect(await sandbox.check(body('return ('), 1)).toMatchObject({ ok: false, code: 'SCRIPT_ERROR', line: 2 });
    expect(await sandbox.check(jsonata('$sum('), 1)).toMatchObject({ ok: false, code: 'SCRIPT_ERROR' });
  });
});

describe('a batch', () => {
  it('answers in the order of its inputs, whatever some of them do', async () => {
    const script = body(`if (x === 3) for (;;);
      if (x === 5) throw new Error('five');
      if (x === 7) return new Promise(() => {});
      if (x === 9) { const all = []; for (;;) all.push(new Uint8Array(1e6)); }
      return x * 2`);
    const inputs = Array.from({ length: 40 }, (_, x) => input({ x }));
    const results = await sandbox.runBatch(script, inputs);
    expect(results.map((result) => (result.ok ? result.value : result.code))).toEqual(
      inputs.map((_, x) => {
        if (x === 3 || x === 7) return 'SCRIPT_TIMEOUT';
        if (x === 9) return 'SCRIPT_MEMORY';
        return x === 5 ? 'SCRIPT_ERROR' : x * 2;
      }),
    );
  });

  it('is not tried to its end when too many of it hang', async () => {
    const script = body('if (x % 2) while (true); return x');
    const inputs = Array.from({ length: 300 }, (_, x) => input({ x }));
    const results = await sandbox.runBatch(script, inputs, { maxHung: 2 });
    expect(results).toHaveLength(300);
    const hung = results.filter((result) => !result.ok && !result.isGivenUp);
    const givenUp = results.filter((result) => !result.ok && result.isGivenUp);
    expect(hung).toHaveLength(2);
    expect(hung[0]).toMatchObject({ code: 'SCRIPT_TIMEOUT' });
    expect(givenUp[0]).toMatchObject({ code: 'SCRIPT_TIMEOUT', logs: [], durationMs: 0 });
    // Calls that succeeded earlier keep their results.
    for (const [x, result] of results.entries()) if (result.ok) expect(result.value).toBe(x);
    expect(hung.length + givenUp.length + results.filter(({ ok }) => ok).length).toBe(300);
  });

  it('leaves other batches of the same script alone when it is given up', async () => {
    const script = body('if (x < 0) while (true); return x');
    const [bad, good] = await Promise.all([
      sandbox.runBatch(script, [input({ x: -1 }), input({ x: -2 }), input({ x: -3 })], { maxHung: 1 }),
      sandbox.runBatch(script, [input({ x: 1 }), input({ x: 2 })]),
    ]);
    expect(bad.map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(good).toMatchObject([
      { ok: true, value: 1 },
      { ok: true, value: 2 },
    ]);
  });

  it('keeps its order when a part of it is done before the time is up', async () => {
    // Slow enough for several slices, so that the remaining calls are sent again.
    const script = body('let n = 0; for (let i = 0; i < 400000; i++) n += i % 7; return x');
    const inputs = Array.from({ length: 260 }, (_, x) => input({ x }));
    const results = await sandbox.runBatch(script, inputs);
    expect(results.map((result) => (result.ok ? result.value : result.code))).toEqual(inputs.map((_, x) => x));
  });

  it('may have inputs of very different sizes', async () => {
    const sizes = [10, 200_000, 5, 300_000, 1];
    const inputs = sizes.map((size) => input({ x: 'a'.repeat(size) }));
    const results = await sandbox.runBatch(body('return x.length'), inputs);
    expect(results.map((result) => (result.ok ? result.value : result.code))).toEqual(sizes);
  });

  it('may be empty, larger than one message, and slower than one time slice', async () => {
    expect(await sandbox.runBatch(body('return 1'), [])).toEqual([]);
    const many = Array.from({ length: 1000 }, (_, x) => input({ x }));
    const results = await sandbox.runBatch(body('let sum = 0; for (let i = 0; i < 2e5; i++) sum += i; return x'), many);
    expect(results.map((result) => result.ok && result.value)).toEqual(many.map((_, x) => x));
  });
});

describe('many scripts', () => {
  it('are all answered although only a few stay compiled', async () => {
    const small = openSandbox({ isolates: 2 });
    const scripts = Array.from({ length: 5 }, (_, index) => body(`return x + ${index}`));
    for (let round = 0; round < 3; round++) {
      const results = await Promise.all(scripts.map((script) => small.run({ script, ...input({ x: round }) })));
      expect(results.map((result) => result.ok && result.value)).toEqual(scripts.map((_, index) => round + index));
    }
    expect(small.stats().processes).toMatchObject([{ isolates: 2 }]);
    expect(small.stats().calls).toBe(15);
    await small.close();
  });

  it('of the same id but another source are kept apart', async () => {
    const one: Script = { ...body('return 1'), id: 'same' };
    const two: Script = { ...body('return 2'), id: 'same' };
    expect([await resultValue(one), await resultValue(two), await resultValue(one)]).toEqual([1, 2, 1]);
  });
});

describe('the queue', () => {
  it('refuses more calls than it may hold', async () => {
    const small = openSandbox({ queuedCalls: 10 });
    const calls = Array.from({ length: 11 }, () => input());
    await expect(small.runBatch(body('return 1'), calls)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await small.close();
  });

  it('counts the waiting calls of each account by themselves', async () => {
    const small = openSandbox({ queuedCalls: 10 });
    const calls = (accountId: number) => Array.from({ length: 10 }, () => ({ ...input(), accountId }));
    const script = body('return 1');
    const hostile = small.runBatch(script, calls(1));
    await expect(small.runBatch(script, calls(1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await small.runBatch(script, calls(2))).toHaveLength(10);
    expect(await hostile).toHaveLength(10);
    expect(await small.runBatch(script, calls(1))).toHaveLength(10);
    await small.close();
  });

  it('does not refuse a batch of several accounts because one of them has no room', async () => {
    const small = openSandbox({ queuedCalls: 10 });
    const calls = (accountId: number, count: number) =>
      Array.from({ length: count }, () => ({ ...input(), accountId }));
    const hostile = small.runBatch(body('return 1'), calls(1, 10));
    const mixed = small.runBatch(body('return 2'), [...calls(1, 1), ...calls(2, 1)]);
    expect((await mixed).map((result) => result.ok && result.value)).toEqual([2, 2]);
    await hostile;
    await small.close();
  });

  it('lets go of waiting calls when the sandbox closes', async () => {
    const closing = openSandbox();
    const waiting = closing.run({ script: body('return 1'), ...input() });
    const refused = expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await Promise.all([closing.close(), closing.close()]);
    await refused;
    await expect(closing.run({ script: body('return 1'), ...input() })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
