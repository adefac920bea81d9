import { expect, it } from 'vitest';
import { createZonedTime } from './zoned-time.ts';

it('writes the clock of the zone with its offset, twice the same hour when the clock is set back', () => {
  const berlin = createZonedTime('Europe/Berlin');
  expect(berlin(Date.UTC(2025, 9, 26, 0, 30))).toBe('2025-10-26T02:30:00.000+02:00');
  expect(berlin(Date.UTC(2025, 9, 26, 1, 30, 0, 5))).toBe('2025-10-26T02:30:00.005+01:00');
  expect(berlin(Date.UTC(2025, 2, 30, 0, 59, 59, 999))).toBe('2025-03-30T01:59:59.999+01:00');
  expect(berlin(Date.UTC(2025, 2, 30, 1))).toBe('2025-03-30T03:00:00.000+02:00');
});

it('knows zones off the full hour and west of Greenwich', () => {
  expect(createZonedTime('UTC')(0)).toBe('1970-01-01T00:00:00.000+00:00');
  expect(createZonedTime('Asia/Kathmandu')(Date.UTC(2025, 0, 1))).toBe('2025-01-01T05:45:00.000+05:45');
  expect(createZonedTime('America/St_Johns')(Date.UTC(2025, 0, 1))).toBe('2024-12-31T20:30:00.000-03:30');
});

it('is read back as the same instant', () => {
  for (const zone of ['Australia/Lord_Howe', 'America/New_York', 'Pacific/Chatham']) {
    const timeOf = createZonedTime(zone);
    for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2026, 0, 1); at += 7_654_321) {
      expect(Date.parse(timeOf(at))).toBe(at);
    }
  }
});
