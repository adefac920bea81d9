import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * What a value of an address means. Serial numbers, keys and words that somebody looks for may look like numbers without
 * being any: "97205e32", "1.50". Only a number that would be written the same way again is one, and "null" is a word.
 */
function read(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (value === null || (typeof value === 'number' && String(value) !== text)) throw new SyntaxError('text');
  return value;
}

export const parseSearch = parseSearchWith(read);
export const stringifySearch = stringifySearchWith(JSON.stringify, read);
