import { afterAll, describe, expect, it } from 'vitest';
import type { Sandbox } from './sandbox.ts';
import { body, input, openSandbox } from './scripts.fixture.ts';

const limits = { timeoutMs: 60, graceMs: 40 };
const patient = { timeoutMs: 5000 };
const sandboxes = {
  pair: openSandbox(limits, 2),
  single: openSandbox(limits),
  patientPair: openSandbox(patient, 2),
  patientSingle: openSandbox(patient),
};
afterAll(() => Promise.all(Object.values(sandboxes).map((sandbox) => sandbox.close())));

const [hostileId, otherId] = [1, 2];
const backlog = 7;

type SourceOf = (number: number) => string;

/** Each with its own text: nothing that is known about one script holds for the next. */
const native: SourceOf = (number) => `return [].includes.call({ length: 2 ** 53 - 1 }, ${number})`;
const sort: SourceOf = (number) => `return new Array(1e8).fill(${number}).sort((a, b) => a - b).length`;
const slow: SourceOf = (number) => `let n = ${number}; for (let i = 0; i < 1e8; i++) n += i % 7; return n`;

type Case = [name: string, sourceOf: SourceOf, sandbox: keyof typeof sandboxes];

async function flooded(sandbox: Sandbox, sourceOf: SourceOf) {
  let done = 0;
  const calls = Array.from({ length: backlog }, async (_, number) => {
    await sandbox.run({ script: body(sourceOf(number)), ...input(), accountId: hostileId });
    done++;
  });
  // By now it is known which scripts hang, and the others wait one by one.
  await Promise.race(calls);
  return { done: () => done, all: Promise.all(calls) };
}

async function servedOneByOne(sandbox: Sandbox, count: number) {
  for (let x = 0; x < count; x++) {
    const result = await sandbox.run({ script: body('return x'), ...input({ x }), accountId: otherId });
    expect(result).toMatchObject({ ok: true, value: x });
  }
}

describe('an account with a backlog', () => {
  it.each<Case>([
    ['scripts that V8 does not interrupt', native, 'pair'],
    ['sorts of huge arrays', sort, 'pair'],
    ['slow scripts within their limit', slow, 'patientPair'],
  ])('of %s leaves a process to the others', async (_, sourceOf, name) => {
    const sandbox = sandboxes[name];
    await servedOneByOne(sandbox, 1);
    const flood = await flooded(sandbox, sourceOf);
    const before = flood.done();
    await servedOneByOne(sandbox, 50);
    // One may be in each process when the first call of the other account arrives, and one more ends meanwhile.
    expect(flood.done() - before).toBeLessThanOrEqual(3);
    expect(before + 3).toBeLessThan(backlog);
    await flood.all;
  });

  it.each<Case>([
    ['scripts that V8 does not interrupt', native, 'single'],
    ['sorts of huge arrays', sort, 'single'],
    ['slow scripts within their limit', slow, 'patientSingle'],
  ])('of %s takes turns where there is one process', async (_, sourceOf, name) => {
    const sandbox = sandboxes[name];
    await servedOneByOne(sandbox, 1);
    const flood = await flooded(sandbox, sourceOf);
    const before = flood.done();
    await servedOneByOne(sandbox, 3);
    expect(flood.done() - before).toBeLessThanOrEqual(4);
    expect(before + 4).toBeLessThan(backlog);
    await flood.all;
  });

  it('does not slow down another one that has a backlog, too', async () => {
    const { pair } = sandboxes;
    const flood = await flooded(pair, (number) => `return [].includes.call({ length: 2 ** 53 - 1 }, -${number} - 1)`);
    const before = flood.done();
    const quick = Array.from({ length: 200 }, (_, x) => ({ ...input({ x }), accountId: otherId }));
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, number) => pair.runBatch(body(`return x + ${number}`), quick)),
    );
    expect(flood.done() - before).toBeLessThanOrEqual(3);
    expect(results.flat().every(({ ok }) => ok)).toBe(true);
    await flood.all;
  });
});
