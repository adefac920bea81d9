import { describe, expect, it } from 'vitest';
import { checkIn, keysOf, type ReadyCheck, scriptOf } from './ready-checks.ts';

interface Seen {
  states?: Record<string, unknown>;
  past?: unknown[];
  lastSeen?: Date | null;
}

const now = new Date('2026-05-01T12:00:00Z');

/** Runs a script as a function body, the way a check is run. */
function run(check: ReadyCheck, { states = {}, past = [], lastSeen = null }: Seen): unknown {
  const body = new Function('states', 'history', 'lastSeen', 'now', scriptOf(check));
  return body(states, () => past.map((value) => ({ value })), lastSeen, now);
}

describe('ready-made checks', () => {
  const checks: ReadyCheck[] = [
    { kind: 'below', key: 'battery', limit: 20.5 },
    { kind: 'above', key: '2nd', limit: -3 },
    { kind: 'above', key: 'x', limit: 1e-7 },
    { kind: 'equals', key: 'alarm', value: true },
    { kind: 'equals', key: 'code', value: 'E"1' },
    { kind: 'equals', key: 'code', value: 7 },
    { kind: 'silent', hours: 24 },
    { kind: 'unchanged', key: 'level', hours: 12 },
  ];

  it.each(checks)('are recognised in their script: $kind', (check) => {
    expect(checkIn(scriptOf(check))).toEqual(check);
  });

  it('are not recognised in what somebody changed', () => {
    const script = scriptOf({ kind: 'below', key: 'battery', limit: 20 });
    expect(checkIn(`${script}\n`)).toBeUndefined();
    expect(checkIn(script.replace('<', '<='))).toBeUndefined();
    expect(checkIn('return states.a > 1;')).toBeUndefined();
    expect(checkIn(scriptOf({ kind: 'unchanged', key: 'a', hours: 1 }).replace('> 1', '> 5'))).toBeUndefined();
  });

  it('judge what they say', () => {
    const battery: ReadyCheck = { kind: 'below', key: 'battery', limit: 20 };
    expect(run(battery, { states: { battery: 19 } })).toBe(true);
    expect(run(battery, { states: { battery: 20 } })).toBe(false);
    expect(run(battery, { states: { battery: null } })).toBe(false);
    expect(run({ kind: 'above', key: '2nd', limit: 1 }, { states: { '2nd': 2 } })).toBe(true);
    expect(run({ kind: 'equals', key: 'alarm', value: true }, { states: { alarm: 1 } })).toBe(false);
    const silent: ReadyCheck = { kind: 'silent', hours: 1 };
    expect(run(silent, { lastSeen: new Date('2026-05-01T10:59:59Z') })).toBe(true);
    expect(run(silent, { lastSeen: new Date('2026-05-01T11:30:00Z') })).toBe(false);
    expect(run(silent, { lastSeen: null })).toBe(false);
    const unchanged: ReadyCheck = { kind: 'unchanged', key: 'a', hours: 1 };
    expect(run(unchanged, { past: [1, 1, 1] })).toBe(true);
    expect(run(unchanged, { past: [1, 2, 1] })).toBe(false);
    expect(run(unchanged, { past: [1] })).toBe(false);
  });

  it('name the states they read', () => {
    expect(checks.map(keysOf)).toEqual([['battery'], ['2nd'], ['x'], ['alarm'], ['code'], ['code'], [], ['level']]);
  });
});
