/** A sum without the errors of adding floats one by one, so that it does not depend on the order in which they came. */
export interface Sum {
  high: number;
  low: number;
}

/** Knuth's exact sum of two: what the first addition loses goes to the second number. */
export function addTo(sum: Sum, high: number, low = 0): void {
  const total = sum.high + high;
  const part = total - sum.high;
  sum.low += low + (sum.high - (total - part)) + (high - part);
  sum.high = total;
}

/** Null where it is too large for a number. */
export function totalOf({ high, low }: Sum): number | null {
  const total = high + low;
  return Number.isFinite(total) ? total : null;
}
