import { describe, expect, it } from 'vitest';
import { isWorse, type Measured } from './canary.ts';

const calm: Measured = {
  before: { packets: 1_000, faults: 10 },
  after: { packets: 100, faults: 1 },
  devices: [{ isFailed: false, healthBefore: 1, health: 1 }],
};
const [unknown, ok, warning, error, invalid] = [0, 1, 2, 3, 4];

describe('a trial halts', () => {
  it('not while packets fail as often as before', () => {
    expect(isWorse(calm)).toBeUndefined();
    expect(isWorse({ ...calm, before: { packets: 0, faults: 0 }, after: { packets: 0, faults: 0 } })).toBeUndefined();
  });

  it('when packets fail more often, also if the first one does', () => {
    expect(isWorse({ ...calm, after: { packets: 100, faults: 10 } })).toBe('parseErrors');
    expect(isWorse({ ...calm, after: { packets: 1, faults: 1 } })).toBe('parseErrors');
  });

  it('when a device could not get the version', () => {
    expect(isWorse({ ...calm, devices: [{ isFailed: true, healthBefore: ok, health: ok }] })).toBe('failures');
  });

  it.each([
    [unknown, ok, undefined],
    [ok, warning, 'health'],
    [warning, invalid, 'health'],
    [invalid, error, 'health'],
    [error, warning, undefined],
  ])('by the severity of health (from %i to %i: %s)', (healthBefore, health, reason) => {
    expect(isWorse({ ...calm, devices: [{ isFailed: false, healthBefore, health }] })).toBe(reason);
  });
});
