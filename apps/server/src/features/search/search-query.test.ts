import { describe, expect, it } from 'vitest';
import { searchQueryOf } from './search-query.ts';

describe('what somebody looks for', () => {
  it.each([
    ['Pumpe  Halle 3', { words: ['pumpe', 'halle', '3'], whole: 'pumpe halle 3', id: undefined, isIndexed: true }],
    ['42', { words: ['42'], id: 42, isIndexed: false }],
    ['0', { words: ['0'], id: undefined }],
    ['4200', { id: 4200, isIndexed: true }],
    ['Ab c', { words: ['ab', 'c'], isIndexed: false }],
    ['1234567890123456', { id: undefined }],
  ])('is %j taken apart', (text, expected) => {
    expect(searchQueryOf(text)).toMatchObject({ text, ...expected });
  });

  it.each(['70-B3-D5-7E-D0-00-1A-2B', '70:b3:d5:7e:d0:00:1a:2b', '70 B3 D5 7E D0 00 1A 2B'])(
    'is an identifier as it is printed: %s',
    (text) => {
      expect(searchQueryOf(text)).toMatchObject({ text: '70b3d57ed0001a2b', words: ['70b3d57ed0001a2b'] });
    },
  );

  it('leaves a date and a range of rooms as they are', () => {
    expect(searchQueryOf('10-12').words).toEqual(['10-12']);
    expect(searchQueryOf('2026-11-15').words).toEqual(['2026-11-15']);
  });
});
