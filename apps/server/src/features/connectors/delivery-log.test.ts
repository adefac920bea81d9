import { expect, it } from 'vitest';
import { shownContent } from './delivery-log.ts';

it.each([
  ['/a?access_token=geheim&b=1', '/a?access_token=•••&b=1'],
  ['/a?sig=geheim', '/a?sig=•••'],
  ['https://me:geheim@host/x', 'https://•••@host/x'],
  ['send Bearer geheim.geheim on', 'send Bearer ••• on'],
  ['/a?place=cellar&time=10:30', '/a?place=cellar&time=10:30'],
])('%s is shown as %s', (text, shown) => {
  expect(shownContent(text)).toBe(shown);
});

it('masks long texts in a time that grows with their length only', () => {
  for (const part of ['key', '?key', '://', '://a', 'Bearer ', '&auth.']) {
    expect(shownContent(`?${part.repeat(100_000)}`).length).toBe(2_000);
  }
});
