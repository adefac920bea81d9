import { afterAll, describe, expect, it } from 'vitest';
import type { Script, ScriptResult } from './script.ts';
import { body, input, javascript, jsonata, openSandbox } from './scripts.fixture.ts';

const sandbox = openSandbox();
afterAll(() => sandbox.close());

const show = (result: ScriptResult) => (result.ok ? result.value : result);

describe('a replay', () => {
  const clock =
    body(`const seen = [Date.now(), new Date().toISOString(), Date(), new Date(0).getHours(), String(new Date(0))];
    return [...seen, Math.random(), Math.random(), new Date() instanceof Date, new Date().constructor === Date]`);

  it('equals the live run, in another process too', async () => {
    const given = input({}, 1_234_567_890_123, 99);
    const live = show(await sandbox.run({ script: clock, ...given }));
    const other = openSandbox();
    const replayed = show(await other.run({ script: clock, ...given }));
    await other.close();
    expect(replayed).toEqual(live);
    const utc = expect.stringContaining('GMT+0000');
    const anyNumber = expect.any(Number);
    const expected = [1_234_567_890_123, '2009-02-13T23:31:30.123Z', utc, 0, utc, anyNumber, anyNumber, true, true];
    expect(live).toEqual(expected);
  });

  it('differs with the clock and with the seed', async () => {
    const draw = body('return [Date.now(), Math.random()]');
    const results = await sandbox.runBatch(draw, [input({}, 1, 1), input({}, 2, 1), input({}, 1, 2), input({}, 1, 1)]);
    const [first, later, other, again] = results.map(show) as [number, number][];
    expect(again).toEqual(first);
    expect(later).toEqual([2, first?.[1]]);
    expect(other?.[1]).not.toBe(first?.[1]);
  });

  it('draws numbers that spread over the whole range', async () => {
    const script = body('return Array.from({ length: 1000 }, () => Math.random())');
    const [result] = await sandbox.runBatch(script, [input()]);
    const numbers = show(result!) as number[];
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  });

  it('covers JSONata', async () => {
    const script = jsonata('[$millis(), $random()]');
    const [first, second] = await sandbox.runBatch(script, [input({}, 5, 6), input({}, 5, 6)]);
    expect(show(first!)).toMatchObject([5, expect.any(Number)]);
    expect(show(second!)).toEqual(show(first!));
  });
});

/** Each script looks for state of its earlier calls, and tries to leave state behind. */
const hoarders: Record<string, Script> = {
  'a variable of the module': javascript('let n = 0; module.exports = () => ++n'),
  'an implicit global': body('const found = typeof kept; kept = 1; return found'),
  'a property of the global object': body(
    'const found = this.kept ?? null; this.kept = 1; globalThis.kept = 1; return found',
  ),
  'a defined global': body(`const found = typeof kept;
    try { Object.defineProperty(globalThis, 'kept', { value: 1 }) } catch {}
    return found`),
  'what stands behind the global object': body(`const behind = Object.getPrototypeOf(globalThis);
    const found = [behind.kept, Object.getPrototypeOf(behind) === Object.prototype];
    try { Object.defineProperty(behind, 'kept', { value: 1 }) } catch {}
    try { Object.setPrototypeOf(behind, { kept: 1 }) } catch {}
    behind.kept = 1;
    return found`),
  'its own function': body(
    'const found = arguments.callee.kept ?? null; arguments.callee.kept = 1; arguments.callee.prototype.kept = 1; return found',
  ),
  'the last match': body(
    'const found = [RegExp.$1, RegExp.input]; /(s.*)/.exec("secret"); RegExp.input = "kept"; return found',
  ),
  'Object.prototype': body(
    'const found = ({}).kept ?? null; Object.prototype.kept = 1; ({}).__proto__.kept = 1; return found',
  ),
  'a polluted argument': body(
    'const found = ({}).kept ?? null; JSON.parse(\'{"__proto__":{"kept":1}}\'); x.__proto__.kept = 1; return found',
  ),
  'Array.prototype': body(
    'const found = [].kept ?? null; try { Array.prototype.kept = 1; Array.prototype.map = () => 1 } catch {} return [found, [1].map(String)]',
  ),
  'a built-in':
    body(`const found = [Math.kept, JSON.kept, Buffer.kept, Buffer.prototype.kept, Date.kept, console.kept, Promise.kept];
    for (const holder of [Math, JSON, Buffer, Buffer.prototype, Date, console, Promise]) holder.kept = 1;
    return found`),
  'the prototype of a hidden built-in':
    body(`const holders = [(function* () {})(), (async function* () {})(), [].values(), new Map().keys(), ''.matchAll(/x/g),
      async () => {}, [].values().map(String), new Proxy(() => {}, {})].map(Object.getPrototypeOf);
    const found = holders.map((holder) => holder.kept ?? null);
    for (const holder of holders) try { holder.kept = 1 } catch {}
    return found`),
  'a promise that outlives the call': body(`const found = typeof kept;
    Promise.resolve().then(() => { kept = 1 }).then(() => { this.kept = 2 });
    return found`),
  'the console': body('console.log(x); return 0'),
  'a template': body(
    'const site = ((strings) => strings)`a`; const found = site.kept ?? null; try { site.kept = 1 } catch {} return found',
  ),
  'require and module': javascript(`const found = [require.kept ?? null, require('buffer').kept ?? null];
    try { require.kept = 1; require('buffer').kept = 1 } catch {}
    module.exports = () => found`),
  'a variable of JSONata': jsonata('($found := $kept; $kept := 1; [$exists($found)])'),
};

describe('a call finds nothing of an earlier one in', () => {
  it.each(Object.entries(hoarders))('%s', async (_, script) => {
    const inputs = Array.from({ length: 3 }, () => input({ x: {}, input: {} }));
    const together = await sandbox.runBatch(script, inputs);
    const [first, ...later] = [...together, await sandbox.run({ script, ...input({ x: {}, input: {} }) })].map(
      ({ durationMs, memoryBytes, ...rest }) => rest,
    );
    expect(first).toMatchObject({ ok: true });
    for (const result of later) expect(result).toEqual(first);
  });

  it('the microtasks of its neighbour', async () => {
    const script =
      body(`if (x === 1) { Promise.resolve().then(() => { Math.random(); console.log('late') }); return 'early' }
      return (async () => { await null; await null; return Math.random() })()`);
    const [, crowded] = await sandbox.runBatch(script, [input({ x: 1 }), input({ x: 2 })]);
    const single = await sandbox.run({ script, ...input({ x: 2 }) });
    expect(crowded).toMatchObject({ ok: true, logs: [] });
    expect(show(crowded!)).toBe(show(single));
  });
});
