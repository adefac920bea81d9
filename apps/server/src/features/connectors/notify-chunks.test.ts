import { expect, it } from 'vitest';
import { createJoiner, notifyChunks } from './notify-chunks.ts';

const largestMessage = 7_999;

function joined(parts: readonly string[]): string[] {
  const whole: string[] = [];
  const join = createJoiner((text) => whole.push(text));
  for (const part of parts) join(part);
  return whole;
}

it.each(['', 'short', 'ä€😀'.repeat(20_000), '"'.repeat(5_500), 'x'.repeat(5_501)])(
  'brings a text over in parts that fit (%#)',
  (text) => {
    const parts = notifyChunks(text);
    expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThanOrEqual(largestMessage);
    expect(joined(parts)).toEqual([text]);
  },
);

it('reassembles interleaved texts, and drops an incomplete one', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => notifyChunks(letter.repeat(12_000)));
  const mixed = [0, 1, 2].flatMap((index) => [
    a?.[index] ?? '',
    b?.[index] ?? '',
    index === 0 ? '' : (c?.[index] ?? ''),
  ]);
  expect(joined(mixed).map((text) => text[0])).toEqual(['a', 'b']);
});
