import type { Comparison } from '@stellwerk/contract/rule';

/** The numeric reading of a value: booleans are 1 and 0; NaN if it is not numeric. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN;
  const number = Number(value);
  return Number.isFinite(number) ? number : Number.NaN;
}

/** Must not be called with null. */
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

function isSame(left: unknown, right: unknown): boolean {
  if (left === null || right === null) return left === right;
  const [leftNumber, rightNumber] = [numberOf(left), numberOf(right)];
  if (!Number.isNaN(leftNumber) && !Number.isNaN(rightNumber)) return leftNumber === rightNumber;
  return textOf(left) === textOf(right);
}

type Compare = (left: unknown, right: unknown) => boolean;

/** Null is not numeric: it is neither less nor greater than any value, itself included. */
export const comparers: Record<Comparison, Compare> = {
  eq: isSame,
  not: (left, right) => !isSame(left, right),
  lt: (left, right) => numberOf(left) < numberOf(right),
  gt: (left, right) => numberOf(left) > numberOf(right),
  lte: (left, right) => numberOf(left) <= numberOf(right),
  gte: (left, right) => numberOf(left) >= numberOf(right),
};
