import { describe, expect, it } from 'vitest';
import { twinStatusAfter, worstOf } from './live-status.ts';

describe('worstOf', () => {
  it('takes the worst, and unknown where there is none', () => {
    expect(worstOf(['ok', 'error', 'warning'])).toBe('error');
    expect(worstOf(['unknown', 'ok'])).toBe('ok');
    expect(worstOf([])).toBe('unknown');
  });
});

describe('the status of a twin after one of its states was heard of', () => {
  it('gets worse at once', () => {
    expect(twinStatusAfter('ok', [{ before: undefined, now: 'error' }])).toBe('error');
    expect(twinStatusAfter('unknown', [{ before: 'unknown', now: 'ok' }])).toBe('ok');
  });

  it('stays while one of the worst states is still as bad', () => {
    expect(
      twinStatusAfter('error', [
        { before: 'error', now: 'error' },
        { before: 'error', now: 'ok' },
      ]),
    ).toBe('error');
  });

  it('is not known when the state that made it bad is better now', () => {
    expect(twinStatusAfter('error', [{ before: 'error', now: 'ok' }])).toBe('unsure');
    expect(twinStatusAfter('warning', [{ before: undefined, now: 'ok' }])).toBe('unsure');
  });

  it('does not depend on states that were never the worst, or have no limits', () => {
    expect(twinStatusAfter('error', [{ before: 'ok', now: 'warning' }])).toBe('error');
    expect(twinStatusAfter('error', [{ before: undefined, now: 'unknown' }])).toBe('error');
  });
});
