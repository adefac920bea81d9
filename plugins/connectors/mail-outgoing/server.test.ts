import { expect, it } from 'vitest';
import { manifest } from './manifest.ts';
import { createLimit } from './server.ts';

it('lets so many through in a minute, and says when the next one may come', () => {
  let now = 1_000;
  const count = createLimit(2, () => now);
  count();
  now += 10_000;
  count();
  expect(count).toThrow(
    expect.objectContaining({
      reason: { code: 'BRIDGE_RATE_LIMITED', params: { limit: 2 } },
      retry: { isFinal: false, afterMs: 50_000 },
    }),
  );
  now += 50_000;
  count();
  expect(count).toThrow('BRIDGE_RATE_LIMITED');
});

it.each([
  ['a@example.com', true],
  ['Stellwerk <a@example.com>', true],
  ['Stellwerk', false],
  ['a@example.com, b@example.com', false],
  ['X\r\nBcc: b@example.com <a@example.com>', false],
])('takes the sender %j: %s', (sender, isTaken) => {
  expect(manifest.options.safeParse({ host: 'smtp.example.com', sender }).success).toBe(isTaken);
});
