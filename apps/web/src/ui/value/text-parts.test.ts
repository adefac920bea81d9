import { describe, expect, it } from 'vitest';
import { partsOf } from './text-parts.ts';

describe('the parts of a text', () => {
  it.each([
    ['Virtuelle Geräte', 'gerat', ['Virtuelle ', '*Gerät', 'e']],
    ['Raum 2.15', '15 raum', ['*Raum', ' 2.', '*15']],
    ['aaa', 'aa', ['*aa', 'a']],
    ['<b>x</b>', 'b', ['<', '*b', '>x</', '*b', '>']],
    ['Titel', '', ['Titel']],
    ['', 'x', []],
  ])('%j for %j', (title, text, expected) => {
    expect(partsOf(title, text).map(({ text: part, isMatch }) => (isMatch ? `*${part}` : part))).toEqual(expected);
  });

  it('are the text again when they are joined', () => {
    const title = '🌡️ İstanbul Größe';
    expect(
      partsOf(title, 'größe i')
        .map(({ text }) => text)
        .join(''),
    ).toBe(title);
  });
});
