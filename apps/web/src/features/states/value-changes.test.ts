import type { ValueChanges } from '@stellwerk/contract/state';
import { describe, expect, it } from 'vitest';
import { applyValueChanges, needsRefetch } from './value-changes.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const stateAt = (id: number, minute: number) => ({
  id,
  value: 1,
  timestamp: at(minute),
  receivedAt: at(minute),
  origin: 'live' as const,
  status: 'ok' as const,
  title: `State ${id}`,
});
const changeAt = (stateId: number, minute: number): ValueChanges[number] => ({
  stateId,
  key: 'k',
  value: 2,
  timestamp: at(minute),
  receivedAt: at(minute),
  origin: 'manual',
  status: 'warning',
});

describe('applyValueChanges', () => {
  it('changes the value of the state that is meant and nothing else of it', () => {
    const [first, second] = applyValueChanges([stateAt(1, 0), stateAt(2, 0)], [changeAt(2, 1)]);
    expect(first).toEqual(stateAt(1, 0));
    expect(second).toEqual({
      ...stateAt(2, 0),
      value: 2,
      timestamp: at(1),
      receivedAt: at(1),
      origin: 'manual',
      status: 'warning',
    });
  });

  it('ignores what is older than the known value', () => {
    expect(applyValueChanges([stateAt(1, 5)], [changeAt(1, 4)])).toEqual([stateAt(1, 5)]);
  });

  it('takes a corrected value of the same time', () => {
    expect(applyValueChanges([stateAt(1, 5)], [changeAt(1, 5)])[0]?.value).toBe(2);
  });
});

describe('needsRefetch', () => {
  const known = [
    { id: 1, problem: null },
    { id: 2, problem: { code: 'SCRIPT_ERROR', message: 'no' } },
  ];

  it('asks for more about unknown states and those with a problem', () => {
    expect(needsRefetch(known, [changeAt(1, 0)])).toBe(false);
    expect(needsRefetch(known, [changeAt(2, 0)])).toBe(true);
    expect(needsRefetch(known, [changeAt(3, 0)])).toBe(true);
  });
});
