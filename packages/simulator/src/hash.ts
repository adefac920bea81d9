/** Chance without memory: the same numbers always give the same answer, whoever asks and in whatever order. */

/** Mixes two whole numbers to 32 bits; times in milliseconds are welcome. */
export function hash(seed: number, number: number): number {
  let mixed = Math.imul((seed | 0) ^ 0x9e3779b9, 0x85ebca6b) ^ (number | 0);
  // What is above 32 bits, or times that lie 49 days apart would be alike.
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

/** At least 0, below 1. */
export const chance = (seed: number, number: number) => hash(seed, number) / 4_294_967_296;

/** Whole numbers from `from` up to and including `to`. */
export const pick = (seed: number, number: number, from: number, to: number) =>
  from + Math.floor(chance(seed, number) * (to - from + 1));

/** Between -1 and 1, smooth: at whole numbers it is random, between them it glides. It never climbs faster than 3 in 1. */
export function noise(seed: number, place: number): number {
  const cell = Math.floor(place);
  const part = place - cell;
  const weight = part * part * (3 - 2 * part);
  const left = chance(seed, cell);
  return (left + (chance(seed, cell + 1) - left) * weight) * 2 - 1;
}
