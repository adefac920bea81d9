import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay } from './valid-until.ts';

describe('the last day of a key', () => {
  it.each(['2026-03-28', '2026-03-29', '2026-10-25', '2026-12-31', '2028-02-29'])(
    '%s survives the way to the server and back',
    (day) => {
      const end = endOfDay(day);
      expect(end).not.toBeNull();
      expect(dayOf(end ?? '')).toBe(day);
    },
  );

  it('ends when the next day begins', () => {
    expect(new Date(endOfDay('2026-12-31') ?? '').getTime()).toBe(new Date(2027, 0, 1).getTime());
  });

  it.each(['', '0002-01-01', 'nonsense'])('is none for %j', (text) => {
    expect(endOfDay(text)).toBeNull();
  });
});
