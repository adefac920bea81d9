import { describe, expect, it } from 'vitest';
import { checkIn, keysOf, type ReadyCheck, scriptOf } from './ready-checks.ts';

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

  it('name the states they read', () => {
    expect(checks.map(keysOf)).toEqual([['battery'], ['2nd'], ['x'], ['alarm'], ['code'], ['code'], [], ['level']]);
  });
});
