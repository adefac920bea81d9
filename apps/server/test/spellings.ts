/** A number in digits of another script, which some parsers accept. */
const inDigitsFrom = (zero: number, id: number): string =>
  [...String(id)].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');

/**
 * Texts that a parser in use (Number, parseInt, BigInt, JSON, PostgreSQL) reads as the id, except the plain spelling.
 */
export const textSpellings = (id: number): string[] => [
  `${id}.0`,
  `+${id}`,
  ` ${id}`,
  `${id} `,
  `${id}\n`,
  `\ufeff${id}`,
  `${id}e0`,
  `${id / 10}e1`,
  `0x${id.toString(16)}`,
  `0b${id.toString(2)}`,
  `0o${id.toString(8)}`,
  `0${id}`,
  `${'0'.repeat(16)}${id}`,
  `0_${id}`,
  `${id}n`,
  `"${id}"`,
  `[${id}]`,
  inDigitsFrom(0xff10, id),
];

/** JSON texts that contain the id as other numbers, as text, or wrapped. */
export const jsonSpellings = (id: number): string[] => [
  `${id}.0`,
  `${id}e0`,
  `${id / 10}e1`,
  `${id}0e-1`,
  `[${id}]`,
  `{"id":${id}}`,
  `{"0":${id},"length":1}`,
  ...[String(id), ...textSpellings(id).slice(0, 9)].map((text) => JSON.stringify(text)),
];
