import { describe, expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

const word = (text: string) => ({ text, isExact: false });
const exact = (text: string) => ({ text, isExact: true });

describe('the words of a search', () => {
  it.each([
    ['', []],
    ['  ', []],
    ['Pump', [word('pump')]],
    ['pump  hall 3', [word('pump'), word('hall'), word('3')]],
    ['"Pump 3"', [exact('pump 3')]],
    ['hall "Pump 3" A1', [word('hall'), exact('pump 3'), word('a1')]],
    ['"" " "', []],
    ['"pump', [word('pump')]],
    ['pu"mp', [word('pu'), word('mp')]],
    ['a"b c"d', [word('a'), exact('b c'), word('d')]],
  ])('of %j', (search, words) => {
    expect(searchWords(search)).toEqual(words);
  });
});
