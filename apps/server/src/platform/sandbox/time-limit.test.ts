import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { body, input, openSandbox } from './scripts.fixture.ts';

const sandbox = openSandbox();
const short = openSandbox({ timeoutMs: 50, graceMs: 50 });
afterAll(() => Promise.all([sandbox.close(), short.close()]));

const simple = { script: body('return x'), ...input({ x: 1 }) };

function pidOf(of: typeof sandbox): number {
  const pid = of.stats().processes[0]?.pid;
  if (pid === undefined) throw new Error('no process runs');
  return pid;
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** V8 never interrupts some of these, interrupts some only at their end, and some in time. */
const natives: [name: string, source: string][] = [
  ['a sort of a huge array', 'return new Array(1e8).fill(0).sort((a, b) => a - b).length'],
  ['a fill of a huge array', 'const all = []; for (;;) all.push(new Array(2 ** 25).fill(1))'],
  ['a regular expression that backtracks', 'return /^(a+)+$/.test("a".repeat(60) + "b")'],
  [
    'JSON of a huge value',
    'let a = "12345678"; for (let i = 0; i < 9; i++) a = Array(10).fill(a); return JSON.stringify(a)',
  ],
  ['a huge text in capitals', 'for (;;) "x".repeat(2 ** 28).toUpperCase()'],
  ['a power of a BigInt', 'return String((3n ** 400_000n) ** 60n)'],
  ['a loop over an object that claims to be a long list', 'return [].lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)'],
];

describe('a call with a limit of its own', () => {
  it('is stopped at that limit, unlike its neighbours', async () => {
    const script = body('for (;;);');
    const [own, usual] = await Promise.all([
      short.run({ script, ...input(), timeoutMs: 120 }),
      short.run({ script, ...input() }),
    ]);
    expect(own).toMatchObject({ code: 'SCRIPT_TIMEOUT', params: { limitMs: 120 } });
    expect(usual).toMatchObject({ code: 'SCRIPT_TIMEOUT', params: { limitMs: 50 } });
  });
});

describe('a call that V8 does not interrupt', () => {
  it.each(natives)('is answered with the limit that it hit: %s', async (_, source) => {
    const result = await sandbox.run({ script: body(source), ...input() });
    expect(result).toMatchObject({ ok: false, code: expect.stringMatching(/^SCRIPT_(TIMEOUT|MEMORY)$/) });
    expect(await sandbox.run(simple)).toMatchObject({ ok: true, value: 1 });
  });

  it('ends with its process', async () => {
    await sandbox.run(simple);
    const [pid, { processesEnded }] = [pidOf(sandbox), sandbox.stats()];
    const script = body('return [].includes.call({ length: 2 ** 53 - 1 }, 1)');
    expect(await sandbox.run({ script, ...input() })).toMatchObject({
      code: 'SCRIPT_TIMEOUT',
      params: { limitMs: 200 },
    });
    expect(isRunning(pid)).toBe(false);
    expect(sandbox.stats().processesEnded).toBe(processesEnded + 1);
  });

  it('is answered before four endless loops are, one after the other, which V8 interrupts at their limit', async () => {
    const other = openSandbox();
    await Promise.all([sandbox.run(simple), other.run(simple)]);
    let loops = 0;
    const looping = (async () => {
      for (; loops < 4; loops++) await other.run({ script: body('for (;;);'), ...input() });
    })();
    const script = body('return [].indexOf.call({ length: 2 ** 53 - 1 }, 1)');
    expect(await sandbox.run({ script, ...input() })).toMatchObject({ code: 'SCRIPT_TIMEOUT' });
    expect(loops).toBeLessThan(4);
    await looping;
    await other.close();
  });

  it('is followed by a process that has been started meanwhile', async () => {
    const script = body('return [].reverse.call({ length: 2 ** 53 - 1 })');
    const running = sandbox.run({ script, ...input() });
    await expect.poll(() => sandbox.stats().spares).toHaveLength(1);
    const [spare] = sandbox.stats().spares;
    await running;
    expect(pidOf(sandbox)).toBe(spare?.pid);
  });

  it('costs the calls that wait behind it in the same process nothing', async () => {
    const hostile = body('return [].fill.call(new Proxy({ length: 2 ** 53 - 1 }, {}), 0)');
    const calls = Array.from({ length: 20 }, (_, x) => input({ x }));
    const [blamed, ...others] = await Promise.all([
      sandbox.run({ script: hostile, ...input() }),
      sandbox.runBatch(body('return x'), calls),
      sandbox.runBatch(body('return x * 2'), calls),
    ]);
    expect(blamed).toMatchObject({ code: 'SCRIPT_TIMEOUT' });
    expect(others.flat().map((result) => result.ok && result.value)).toEqual([
      ...calls.map((_, x) => x),
      ...calls.map((_, x) => x * 2),
    ]);
  });
});

describe('a call that did nothing wrong', () => {
  it('is answered although the server stalled for longer than the limit', async () => {
    await short.run(simple);
    const { processesEnded } = short.stats();
    const running = short.run(simple);
    // Calls are sent at the end of the event loop turn, and the time limit starts then.
    await setImmediate();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    expect(await running).toMatchObject({ ok: true, value: 1 });
    expect(short.stats().processesEnded).toBe(processesEnded);
  });

  it('is answered although its process got no processor time', async () => {
    await short.run(simple);
    const { processesEnded } = short.stats();
    process.kill(pidOf(short), 'SIGSTOP');
    expect(await short.run(simple)).toMatchObject({ ok: true, value: 1 });
    expect(short.stats().processesEnded).toBe(processesEnded + 1);
  });
});
