import { type ReadyCheck, scriptOf } from '@stellwerk/contract/ready-checks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { createSandbox, type Sandbox } from '../../platform/sandbox/sandbox.ts';
import { checkScriptOf } from './check-script.ts';
import { type CheckCall, createChecks } from './checks.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox({ log: createLog('silent'), processes: 1, limits: { timeoutMs: 50 } });
});
afterAll(() => sandbox.close());

const now = Date.UTC(2026, 0, 1);
const minute = 60_000;
const log = createLog('silent');

interface Asking extends Partial<Omit<CheckCall, 'input'>> {
  states?: CheckCall['input'][0];
  lastSeenMs?: number | null;
  past?: CheckCall['input'][2];
}
const ask = (check: string, { states = {}, lastSeenMs = null, past = null, ...more }: Asking = {}): CheckCall => ({
  ...{ identifier: 'a', check, twinId: 1, accountId: 1, ...more },
  input: [states, lastSeenMs, past],
});
const devices = (count: number, check: string, more: (n: number) => Asking = () => ({})) =>
  Array.from({ length: count }, (_, n) => ask(check, { twinId: n + 1, ...more(n) }));

/** Pauses are counted on a clock of the test. */
function start() {
  let passedMs = 0;
  const checks = createChecks({ sandbox, log, readMs: () => passedMs });
  return {
    async run(calls: CheckCall[]) {
      const fresh = calls.map((call) => ({ ...call }));
      await checks.run(fresh, now);
      return fresh.map(({ result }) => result);
    },
    async runOne(call: CheckCall) {
      await checks.run([call], now);
      return call.result;
    },
    wait(ms: number) {
      passedMs += ms;
    },
  };
}
const timeouts = () => sandbox.stats().failures.SCRIPT_TIMEOUT ?? 0;
const well = { outcome: 'well' };
const timedOut = { outcome: 'failed', params: { code: 'SCRIPT_TIMEOUT' } };

describe('a check', () => {
  it('sees newest values, its past, when the device was seen, and the clock', async () => {
    const { runOne } = start();
    const text = (body: string, more?: Asking) => runOne(ask(`return ${body}`, more));
    expect(await text('states.battery < 3 && "only " + states.battery + " V"', { states: { battery: 2.5 } })).toEqual({
      outcome: 'problem',
      text: 'only 2.5 V',
    });
    expect(await text('states.battery < 3', { states: { battery: 3.6 } })).toEqual(well);
    expect(await text('now - lastSeen > 3600000 && "silent"', { lastSeenMs: now - 2 * 60 * minute })).toMatchObject({
      text: 'silent',
    });
    expect(await text('lastSeen === null && "never " + now.toISOString()')).toMatchObject({
      text: 'never 2026-01-01T00:00:00.000Z',
    });
    const past = {
      t: [now - minute, now - 5 * minute, now - 90 * minute].map((at): [number, number] => [at, at / minute]),
    };
    expect(await text('String(history("t", 10).map(({ value, at }) => value - at / 60000))', { past })).toMatchObject({
      text: '0,0',
    });
    expect(await text('String(history("t").length)', { past })).toMatchObject({ text: '3' });
    expect(await text('history("x", 1)', { past })).toMatchObject({
      outcome: 'failed',
      params: { reason: expect.stringContaining('"x"') },
    });
  });

  it('says what is wrong in its own words or in those of its configuration', async () => {
    const { runOne } = start();
    for (const falsy of ['false', '0', 'null', 'undefined', '""', 'NaN']) {
      expect(await runOne(ask(`return ${falsy}`))).toEqual(well);
    }
    for (const truthy of ['true', '1', '{}', '[]', '" "']) {
      expect(await runOne(ask(`return ${truthy}`))).toEqual({ outcome: 'problem', text: null });
    }
    // Nothing that the database could not keep.
    expect(await runOne(ask('return "a\\u0000b\\ud800" + "x".repeat(9000)'))).toMatchObject({
      text: expect.stringMatching(/^ab\ufffdx{100,496}$/),
    });
  });

  it('that fails reports why and where, and leaves the other devices alone', async () => {
    const { run } = start();
    const calls = devices(
      3,
      'const level = states.battery;\n  return level.volts < 3',
      (n): Asking => ({
        states: n === 1 ? {} : { battery: { volts: 3.6 } },
      }),
    );
    expect(await run(calls)).toMatchObject([
      well,
      { outcome: 'failed', params: { identifier: 'a', reason: expect.stringMatching(/^line 2: TypeError/) } },
      well,
    ]);
    const failures = await run([
      ask('return )'),
      ask('throw { get message() { throw 1 } }'),
      ask('return Promise.resolve(1)'),
      ask('}; return 5; const x = function () {'),
    ]);
    expect(failures.map((result) => result?.outcome)).toEqual(['failed', 'failed', 'failed', 'failed']);
  });

  it('of a thousand devices goes to the sandbox in a few calls', async () => {
    const { run } = start();
    const calls = devices(1_000, 'return states.n % 2 === 0 && "n " + states.n', (n) => ({ states: { n } }));
    const before = sandbox.stats().calls;
    const results = await run(calls);
    expect(sandbox.stats().calls - before).toBe(4);
    expect(results.map((result) => (result?.outcome === 'problem' ? result.text : null))).toEqual(
      calls.map((_, n) => (n % 2 === 0 ? `n ${n}` : null)),
    );
  });

  it('carries nothing over from one account to another', async () => {
    const { run } = start();
    const leak = 'const before = globalThis.seen; globalThis.seen = states.secret; return before ?? false';
    const results = await run(
      devices(4, leak, (n) => ({ accountId: n < 2 ? 1 : 2, states: { secret: `secret ${n}` } })),
    );
    const said = results.map((result) => (result?.outcome === 'problem' ? result.text : null));
    expect(said.slice(2)).not.toContain('secret 0');
    expect(said.slice(2)).not.toContain('secret 1');
  });
});

describe('a check that never ends', () => {
  it('for one device is asked no more for a while, and the others get their answers', async () => {
    const { run, wait } = start();
    const calls = devices(300, 'while (states.n === 77) {} return "bad"', (n) => ({ states: { n } }));
    const results = await run(calls);
    expect(results[77]).toMatchObject(timedOut);
    expect(results.filter((result) => result?.outcome === 'problem')).toHaveLength(299);
    const before = timeouts();
    expect((await run(calls))[77]).toMatchObject(timedOut);
    expect(timeouts()).toBe(before);
    wait(11 * minute);
    await run(calls);
    expect(timeouts()).toBeGreaterThan(before);
  });

  it('for all devices is stopped after some tries, whatever their number', async () => {
    const { run } = start();
    const other = ask('return "other"', { twinId: 9_999 });
    const before = timeouts();
    const results = await run([...devices(1_000, 'for (;;) {}'), other]);
    expect(results.slice(0, -1).every((result) => result?.outcome === 'failed')).toBe(true);
    expect(results.at(-1)).toEqual({ outcome: 'problem', text: 'other' });
    expect(timeouts() - before).toBeLessThanOrEqual(6);
    const after = timeouts();
    await run(devices(1_000, 'for (;;) {}'));
    expect(timeouts()).toBe(after);
  });

  it('only because many devices are asked together is asked about fewer at a time', async () => {
    const { run } = start();
    // About a millisecond each, and all together have fifty.
    const slow = 'let n = 0; for (let i = 0; i < 3e5; i += 1) n = (n + i * 7) % 1000003; return n < 0';
    const results = await run(devices(250, slow));
    expect(results.filter((result) => result?.outcome === 'well')).toHaveLength(250);
  });
});

describe('what a check looks at', () => {
  it('is read from its text', () => {
    const { keys, usesHistory, dependsOnTime } = checkScriptOf('return states.battery < 3 || states?.t > 5');
    expect([keys, usesHistory, dependsOnTime]).toEqual([['battery', 't'], false, false]);
    expect(checkScriptOf('return now - lastSeen > 5').dependsOnTime).toBe(true);
    expect(checkScriptOf('return Date.now() > 5').dependsOnTime).toBe(true);
    expect(checkScriptOf('return history("t", 5)')).toMatchObject({ usesHistory: true, dependsOnTime: true });
  });

  it('is everything where the text does not tell', () => {
    for (const check of [
      'const { a } = states',
      'return states["a"]',
      'return arguments[0].a',
      'return st\\u0061tes.a',
    ]) {
      expect(checkScriptOf(check).keys).toBeNull();
    }
    expect(checkScriptOf('return arguments[2]')).toMatchObject({ usesHistory: true, dependsOnTime: true });
  });
});

it('a generated check reports the described problem', async () => {
  const { runOne } = start();
  const saysSo = async (check: ReadyCheck, more?: Asking) =>
    (await runOne(ask(scriptOf(check), more)))?.outcome === 'problem';
  const hour = 60 * minute;
  const battery: ReadyCheck = { kind: 'below', key: 'battery', limit: 20 };
  expect(await saysSo(battery, { states: { battery: 19 } })).toBe(true);
  expect(await saysSo(battery, { states: { battery: 20 } })).toBe(false);
  expect(await saysSo(battery, { states: { battery: null } })).toBe(false);
  expect(await saysSo({ kind: 'above', key: '2nd', limit: 1 }, { states: { '2nd': 2 } })).toBe(true);
  expect(await saysSo({ kind: 'equals', key: 'alarm', value: true }, { states: { alarm: 1 } })).toBe(false);
  expect(await saysSo({ kind: 'equals', key: 'alarm', value: true }, { states: { alarm: true } })).toBe(true);
  const silent: ReadyCheck = { kind: 'silent', hours: 1 };
  expect(await saysSo(silent, { lastSeenMs: now - hour - 1 })).toBe(true);
  expect(await saysSo(silent, { lastSeenMs: now - hour / 2 })).toBe(false);
  expect(await saysSo(silent)).toBe(false);
  const unchanged: ReadyCheck = { kind: 'unchanged', key: 'a', hours: 1 };
  const past = (...values: number[]) => ({
    past: { a: values.map((value, n): [number, number] => [now - n * minute, value]) },
  });
  expect(await saysSo(unchanged, past(1, 1, 1))).toBe(true);
  expect(await saysSo(unchanged, past(1, 2, 1))).toBe(false);
  expect(await saysSo(unchanged, past(1))).toBe(false);
});

it('goes on for an account although the values of another make it hang', async () => {
  const { run } = start();
  const check = 'while (states.isBad) ; return false';
  await run(devices(8, check, () => ({ accountId: 1, states: { isBad: true } })));
  expect(await run([ask(check, { accountId: 2, twinId: 20 })])).toEqual([well]);
  expect(await run([ask(check, { accountId: 1, twinId: 21 })])).toMatchObject([timedOut]);
});
