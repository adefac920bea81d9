import { describe, expect, it } from 'vitest';
import { headerOf, readLine } from './duplicate-line.ts';

const columns = headerOf([
  'title',
  'description',
  'tags',
  'address',
  'latitude',
  'longitude',
  'ref.Serial',
  'prop.Area',
]);
if (!columns) throw new Error('not a header');
const read = (...cells: string[]) => readLine(4, cells, columns);
const problem = (...cells: string[]) => {
  const line = read(...cells);
  return 'error' in line ? [line.error.line, line.error.code, line.error.params] : 'valid';
};

describe('a header', () => {
  it('is known in both languages, in any order and case', () => {
    expect(headerOf([' Titel ', 'REF.a b', 'Längengrad', 'prop.x.y'])).toEqual([
      { field: 'title' },
      { reference: 'a b' },
      { field: 'longitude' },
      { property: 'x.y' },
    ]);
  });

  it.each([
    [['description']],
    [['title', 'colour']],
    [['title', 'Title']],
    [['title', 'ref.a', 'ref.A']],
    [['title', 'ref.']],
    [['title', '']],
  ])('is none: %j', (cells) => {
    expect(headerOf(cells)).toBeUndefined();
  });
});

describe('a line', () => {
  it('names what differs from the original', () => {
    expect(read('One')).toEqual({ line: { line: 4, title: 'One', references: [], properties: [] } });
    expect(read(' Two ', 'x', 'a, b,', 'Street 1', '51,5', '-3.25', 'S1', '')).toEqual({
      line: {
        line: 4,
        title: 'Two',
        description: 'x',
        tags: ['a', 'b'],
        address: 'Street 1',
        latitude: 51.5,
        longitude: -3.25,
        references: [{ name: 'Serial', value: 'S1' }],
        properties: [],
      },
    });
  });

  it('with another address has no place until it gets one', () => {
    expect(read('One', '', '', 'Elsewhere')).toMatchObject({ line: { latitude: null, longitude: null } });
  });

  it.each<[string[], string, object]>([
    [['', 'x'], 'DTWIN_CSV_INVALID_VALUE', { field: 'title' }],
    [['x'.repeat(201)], 'DTWIN_CSV_INVALID_VALUE', { field: 'title' }],
    [['One', '', 'a;b'], 'DTWIN_CSV_INVALID_VALUE', { field: 'tags' }],
    [['One', '', 'a,A'], 'DTWIN_CSV_INVALID_VALUE', { field: 'tags' }],
    [['One', '', '', '', '91', '0'], 'DTWIN_CSV_INVALID_VALUE', { field: 'latitude' }],
    [['One', '', '', '', 'north', '0'], 'DTWIN_CSV_INVALID_VALUE', { field: 'latitude' }],
    [['One', '', '', '', '1', ''], 'DTWIN_CSV_INVALID_VALUE', { field: 'longitude' }],
    [['One', '', '', '', '', '1'], 'DTWIN_CSV_INVALID_VALUE', { field: 'latitude' }],
    [['One', '', '', '', '', '', 'x'.repeat(501)], 'DTWIN_CSV_INVALID_VALUE', { field: 'ref.Serial' }],
    [['One', '', '', '', '', '', '', 'x'.repeat(2_001)], 'DTWIN_CSV_INVALID_VALUE', { field: 'prop.Area' }],
    [['One', '', '', '', '', '', '', '', '9'], 'DTWIN_CSV_TOO_MANY_FIELDS', { count: 9, columns: 8 }],
  ])('is refused: %j', (cells, code, params) => {
    expect(problem(...cells)).toEqual([4, code, params]);
  });

  it('may be filled up with empty cells', () => {
    expect(problem('One', '', '', '', '', '', '', '', '', '')).toBe('valid');
  });
});
