import { describe, expect, it } from 'vitest';
import { headerOf, readLine } from './bulk-line.ts';

const codeOf = (cells: string[]) => {
  const read = readLine(7, cells);
  return 'error' in read ? [read.error.line, read.error.code, read.error.params] : 'valid';
};

describe('a line of a list of users', () => {
  it('has first name, last name and e-mail address; the rest follows from them', () => {
    expect(readLine(2, [' Ada ', 'Lovelace', 'ada@example.com'])).toEqual({
      line: {
        line: 2,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        username: 'ada@example.com',
        roleIds: [],
        properties: {},
        active: true,
      },
    });
  });

  it('may name user name, roles, properties and whether the user is active', () => {
    expect(readLine(1, ['A', 'B', 'a@example.com', 'ab', '4| 5|4', '{"desk":"3"}', 'Nein'])).toMatchObject({
      line: { username: 'ab', roleIds: [4, 5], properties: { desk: '3' }, active: false },
    });
  });

  it.each([
    [['A', 'B'], 'USER_CSV_TOO_FEW_FIELDS', { count: 2 }],
    [['A', 'B', 'a@b.de', 'u', '', '', '', 'x'], 'USER_CSV_TOO_MANY_FIELDS', { count: 8 }],
    [['A', 'B', 'nobody'], 'USER_CSV_INVALID_VALUE', { field: 'email' }],
    [['A', 'B', ''], 'USER_CSV_INVALID_VALUE', { field: 'email' }],
    [['A'.repeat(101), 'B', 'a@b.de'], 'USER_CSV_INVALID_VALUE', { field: 'firstName' }],
    [['A', 'B', 'a@b.de', 'two words'], 'USER_CSV_INVALID_VALUE', { field: 'username' }],
    [['A', 'B', 'a@b.de', '', '', '', 'maybe'], 'USER_CSV_INVALID_VALUE', { field: 'active' }],
    [['A', 'B', 'a@b.de', '', '1|two'], 'USER_CSV_UNKNOWN_ROLE', { role: 'two' }],
    [['A', 'B', 'a@b.de', '', '', '{broken'], 'USER_CSV_INVALID_PROPERTIES', {}],
    [['A', 'B', 'a@b.de', '', '', '[1]'], 'USER_CSV_INVALID_PROPERTIES', {}],
  ])('is refused: %j', (cells, code, params) => {
    expect(codeOf(cells)).toEqual([7, code, params]);
  });

  it('may be filled up with empty cells', () => {
    expect(codeOf(['A', 'B', 'a@b.de', '', '', '', '', '', ''])).toBe('valid');
  });
});

describe('a header', () => {
  it('is known in both languages and in any order', () => {
    const columns = headerOf(['E-Mail', 'Vorname', 'last_name']);
    expect(columns).toEqual(['email', 'firstName', 'lastName']);
    expect(readLine(2, ['a@example.com', 'A', 'B'], columns)).toMatchObject({
      line: { firstName: 'A', lastName: 'B', email: 'a@example.com' },
    });
  });

  it('names all that is required and nothing else', () => {
    expect(headerOf(['firstName', 'email'])).toBeUndefined();
    expect(headerOf(['firstName', 'lastName', 'email', 'shoe size'])).toBeUndefined();
    expect(headerOf(['Ada', 'Lovelace', 'ada@example.com'])).toBeUndefined();
  });
});
