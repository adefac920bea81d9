import type { JsonValue } from '@stellwerk/plugin/json';
import type { ValueData, ValuePart } from './data.ts';
import type { ValueOptions } from './manifest.ts';

type Combination = ValueOptions['combination'];

export const numberOf = (value: JsonValue): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const numbersOf = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);

const ways: Record<Exclude<Combination, 'first' | 'count'>, (numbers: readonly number[]) => number> = {
  sum: sumOf,
  average: (numbers) => sumOf(numbers) / numbers.length,
  min: (numbers) => Math.min(...numbers),
  max: (numbers) => Math.max(...numbers),
};

function combineNumbers(values: readonly (number | null)[], by: keyof typeof ways): number | null {
  const numbers = numbersOf(values);
  return numbers.length > 0 ? ways[by](numbers) : null;
}

/** Combines the values of all twins; texts and booleans only with `first`. */
export function combinedValue({ parts, total }: ValueData, by: Combination): JsonValue {
  if (by === 'first') return parts[0]?.value ?? null;
  if (by === 'count') return total;
  return combineNumbers(
    parts.map(({ value }) => numberOf(value)),
    by,
  );
}

const isComparable = ({ value, before }: ValuePart) => numberOf(value) !== null && before !== null;

/** Change since the start of the period, over twins that have a value at both times. */
export function changeOf({ parts }: ValueData, { combination, valueDetermination }: ValueOptions): number | null {
  if (combination === 'count' || valueDetermination !== 'latest') return null;
  const compared = (combination === 'first' ? parts.slice(0, 1) : parts).filter(isComparable);
  const by = combination === 'first' ? 'sum' : combination;
  const now = combineNumbers(
    compared.map(({ value }) => numberOf(value)),
    by,
  );
  const before = combineNumbers(
    compared.map((part) => part.before),
    by,
  );
  return now === null || before === null ? null : now - before;
}
