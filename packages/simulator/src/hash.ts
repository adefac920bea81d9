/** Stateless randomness: the same numbers always give the same result, in any order of calls. */

/** Mixes two integers to 32 bits; times in milliseconds are allowed. */
export function hash(seed: number, number: number): number {
  let mixed = Math.imul((seed | 0) ^ 0x9e3779b9, 0x85ebca6b) ^ (number | 0);
  // Includes the bits above 32; otherwise times 49 days apart would give the same result.
  mixed ^= Math.imul(Math.floor(number / 4_294_967_296), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export function hashText(text: string): number {
  let mixed = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  return mixed >>> 0;
}

/** A number from 0 to below 1. */
export const chance = (seed: number, number: number) => hash(seed, number) / 4_294_967_296;

/** An integer from `from` to `to`, inclusive. */
export const pick = (seed: number, number: number, from: number, to: number) =>
  from + Math.floor(chance(seed, number) * (to - from + 1));

/** Smooth noise between -1 and 1: random at integers, interpolated between them. Its slope is at most 3. */
export function noise(seed: number, place: number): number {
  const cell = Math.floor(place);
  const part = place - cell;
  const weight = part * part * (3 - 2 * part);
  const left = chance(seed, cell);
  return (left + (chance(seed, cell + 1) - left) * weight) * 2 - 1;
}
