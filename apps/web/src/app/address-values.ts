import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Made once: what is thrown says no more than that a text is one, and nearly all are. */
const plainText = new SyntaxError('plain text');
const couldBeJson = /^(?:["[{\d-]|true$|false$)/;

/**
 * What a value of an address means. Serial numbers, keys and words that somebody looks for may look like numbers without
 * being any: "97205e32", "1.50". Only a number that would be written the same way again is one, and "null" is a word.
 */
function read(text: string): unknown {
  if (!couldBeJson.test(text)) throw plainText;
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw plainText;
  return value;
}

export const parseSearch = parseSearchWith(read);
export const stringifySearch = stringifySearchWith(JSON.stringify, read);
