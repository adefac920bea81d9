/** A compensated sum: it avoids the rounding errors of adding floats one by one, which depend on their order. */
export interface Sum {
  high: number;
  low: number;
}

/** Knuth's exact sum of two numbers: the rounding error of the addition is added to `low`. */
export function addTo(sum: Sum, high: number, low = 0): void {
  const total = sum.high + high;
  const part = total - sum.high;
  sum.low += low + (sum.high - (total - part)) + (high - part);
  sum.high = total;
}

/** Null if the sum is too large for a number. */
export function totalOf({ high, low }: Sum): number | null {
  const total = high + low;
  return Number.isFinite(total) ? total : null;
}
