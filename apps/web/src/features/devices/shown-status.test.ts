import { expect, it } from 'vitest';
import { shownStatus } from './shown-status.ts';

it.each([
  ['ok', 'warning', 'warning'],
  ['ok', 'error', 'error'],
  ['ok', 'ok', 'ok'],
  ['unknown', 'warning', 'warning'],
  ['ok', 'unknown', 'ok'],
  ['invalid', 'warning', 'invalid'],
  ['invalid', 'error', 'error'],
] as const)('a device with the health %s and the status %s shows %s', (health, status, shown) => {
  expect(shownStatus({ health, status })).toBe(shown);
});
