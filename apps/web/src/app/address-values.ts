import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Created once, because nearly all values are plain texts and the stack trace is never used. */
const plainText = new SyntaxError('plain text');
const couldBeJson = /^(?:["[{\d-]|true$|false$)/;

/**
 * Reads a value of an address. Serial numbers, keys and search words may look like numbers, such as "97205e32" or
 * "1.50". A value is a number only if it would be written the same way again, and "null" is a word.
 */
function read(text: string): unknown {
  if (!couldBeJson.test(text)) throw plainText;
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw plainText;
  return value;
}

export const parseSearch = parseSearchWith(read);
export const stringifySearch = stringifySearchWith(JSON.stringify, read);
