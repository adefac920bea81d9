import { describe, expect, it } from 'vitest';
import { matchParts } from './match-parts.ts';

describe('the parts of a text', () => {
  it.each([
    ['Virtuelle Geräte', 'gerat', ['Virtuelle ', '*Gerät', 'e']],
    ['Raum 2.15', '15 raum', ['*Raum', ' 2.', '*15']],
    ['aaa', 'aa', ['*aa', 'a']],
    ['<b>x</b>', 'b', ['<', '*b', '>x</', '*b', '>']],
    ['Titel', '', ['Titel']],
    ['', 'x', []],
  ])('%j for %j', (title, text, expected) => {
    expect(matchParts(title, text).map(({ text: part, isMatch }) => (isMatch ? `*${part}` : part))).toEqual(expected);
  });

  it('are the whole text when joined', () => {
    const title = '🌡️ İstanbul Größe';
    expect(
      matchParts(title, 'größe i')
        .map(({ text }) => text)
        .join(''),
    ).toBe(title);
  });
});
