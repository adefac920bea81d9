import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../../platform/log/log.ts';
import { createSandbox } from '../../../platform/sandbox/sandbox.ts';
import { runTransformers } from './scripts.ts';

const sandbox = createSandbox({ log: createLog('silent'), processes: 1, limits: { timeoutMs: 50 } });
afterAll(() => sandbox.close());

const source = 'if (value < 0) while (true); return value';
const callsOf = (accountId: number, values: readonly number[]) =>
  values.map((value) => ({ source, args: { value }, nowMs: 0, seed: 1, accountId }));

it('a transformer that hangs is given up for its account, and for no other one with the same text', async () => {
  const hostile = callsOf(
    1,
    Array.from({ length: 40 }, () => -1),
  );
  const good = callsOf(2, [1, 2, 3]);
  const results = await runTransformers(sandbox, [...hostile, ...good]);
  const hung = results.slice(0, hostile.length);
  expect(hung.every((result) => !result.ok && result.code === 'SCRIPT_TIMEOUT')).toBe(true);
  expect(hung.filter((result) => !result.ok && !result.isGivenUp)).toHaveLength(3);
  expect(results.slice(hostile.length)).toMatchObject([1, 2, 3].map((value) => ({ ok: true, value })));
});
