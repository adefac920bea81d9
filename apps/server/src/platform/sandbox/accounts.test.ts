import { describe, expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from './sandbox.ts';
import type { SandboxLimits } from './script.ts';
import { body, input, openSandbox } from './scripts.fixture.ts';

const limits = { timeoutMs: 60, graceMs: 40 };
const patient = { timeoutMs: 5000 };

/** Opens a sandbox for one test and closes it with the remaining backlog, so that no test waits for it. */
function open(processes: number, sandboxLimits: Partial<SandboxLimits>): Sandbox {
  const sandbox = openSandbox(sandboxLimits, processes);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const [hostileId, otherId] = [1, 2];
const backlog = 7;

type SourceOf = (number: number) => string;

/** Each script has its own text, so that nothing learned about one script applies to the next. */
const native: SourceOf = (number) => `return [].includes.call({ length: 2 ** 53 - 1 }, ${number})`;
const sort: SourceOf = (number) => `return new Array(1e8).fill(${number}).sort((a, b) => a - b).length`;
const slow: SourceOf = (number) => `let n = ${number}; for (let i = 0; i < 1e8; i++) n += i % 7; return n`;

type Case = [name: string, sourceOf: SourceOf, limits: Partial<SandboxLimits>];

async function flooded(sandbox: Sandbox, sourceOf: SourceOf) {
  let done = 0;
  const calls = Array.from({ length: backlog }, async (_, number) => {
    await sandbox.run({ script: body(sourceOf(number)), ...input(), accountId: hostileId });
    done++;
  });
  // After the first result, the sandbox knows which scripts hang, and the others wait to run one by one.
  await Promise.race(calls);
  return { done: () => done };
}

async function servedOneByOne(sandbox: Sandbox, count: number) {
  for (let x = 0; x < count; x++) {
    const result = await sandbox.run({ script: body('return x'), ...input({ x }), accountId: otherId });
    expect(result).toMatchObject({ ok: true, value: x });
  }
}

describe('an account with a backlog', () => {
  it.each<Case>([
    ['scripts that V8 does not interrupt', native, limits],
    ['sorts of huge arrays', sort, limits],
    ['slow scripts within their limit', slow, patient],
  ])('of %s leaves a process to the others', async (_, sourceOf, sandboxLimits) => {
    const sandbox = open(2, sandboxLimits);
    await servedOneByOne(sandbox, 1);
    const flood = await flooded(sandbox, sourceOf);
    const before = flood.done();
    await servedOneByOne(sandbox, 50);
    // Each process may run one hostile call when the other account's first call arrives, and one more ends meanwhile.
    expect(flood.done() - before).toBeLessThanOrEqual(3);
    expect(before + 3).toBeLessThan(backlog);
  });

  it.each<Case>([
    ['scripts that V8 does not interrupt', native, limits],
    ['sorts of huge arrays', sort, limits],
    ['slow scripts within their limit', slow, patient],
  ])('of %s takes turns where there is one process', async (_, sourceOf, sandboxLimits) => {
    const sandbox = open(1, sandboxLimits);
    await servedOneByOne(sandbox, 1);
    const flood = await flooded(sandbox, sourceOf);
    const before = flood.done();
    await servedOneByOne(sandbox, 3);
    expect(flood.done() - before).toBeLessThanOrEqual(4);
    expect(before + 4).toBeLessThan(backlog);
  });

  it('does not slow down another one that has a backlog, too', async () => {
    const pair = open(2, limits);
    await servedOneByOne(pair, 1);
    const flood = await flooded(pair, (number) => `return [].includes.call({ length: 2 ** 53 - 1 }, -${number} - 1)`);
    const before = flood.done();
    const quick = Array.from({ length: 200 }, (_, x) => ({ ...input({ x }), accountId: otherId }));
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, number) => pair.runBatch(body(`return x + ${number}`), quick)),
    );
    expect(flood.done() - before).toBeLessThanOrEqual(3);
    expect(results.flat().every(({ ok }) => ok)).toBe(true);
  });
});
