import type { MarkerOperator } from '@stellwerk/contract/widget';
import type { JsonValue } from '@stellwerk/plugin/json';
import { numberOf } from './combine.ts';
import type { ValueOptions } from './manifest.ts';

const compares: Record<MarkerOperator, (left: number, right: number) => boolean> = {
  eq: (left, right) => left === right,
  neq: (left, right) => left !== right,
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
};

/** Colour of the first matching rule. Only numbers match; booleans count as 1 and 0. */
export function colourOf(value: JsonValue, rules: ValueOptions['colours']): string | undefined {
  const number = typeof value === 'boolean' ? Number(value) : numberOf(value);
  if (number === null) return undefined;
  return rules.find((rule) => compares[rule.operator](number, rule.value))?.color;
}
