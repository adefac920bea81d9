import type { ParseResult } from '@stellwerk/contract/driver-workbench';

export type Values = Record<string, unknown>;

export interface ValueDifference {
  name: string;
  kind: 'changed' | 'missing' | 'added';
  /** Undefined where there was none. */
  before: unknown;
  after: unknown;
}

/** Two JSON values, whatever the order of their keys. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSame(Reflect.get(left, name), Reflect.get(right, name)))
  );
}

/** Last digits of computed numbers differ between engines and mean nothing; the server compares in the same way. */
const tolerance = 1e-6;

/** Two values as a test takes them: what is missing is null. */
function isAlike(left: unknown, right: unknown): boolean {
  if ((left ?? null) === null) return (right ?? null) === null;
  if (typeof left !== 'number' || typeof right !== 'number') return isSame(left, right);
  return Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right));
}

/** What differs between two sets of variables, in the order of their names. */
export function differencesOf(before: Values, after: Values): ValueDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): ValueDifference[] => {
    const [was, is] = [before[name], after[name]];
    if (isAlike(was, is)) return [];
    if (!Object.hasOwn(after, name)) return [{ name, kind: 'missing', before: was, after: undefined }];
    if (!Object.hasOwn(before, name)) return [{ name, kind: 'added', before: undefined, after: is }];
    return [{ name, kind: 'changed', before: was, after: is }];
  });
}

type Sets = ParseResult['variables'];

/** Several sets are told apart by their number; a single one, the rule, needs none. */
export function namedValues(sets: Sets): Values {
  const isSingle = sets.length === 1;
  return Object.fromEntries(
    sets.flatMap(({ time, values }, index) => {
      const prefix = isSingle ? '' : `[${index}].`;
      const own = Object.entries(values).map(([name, value]): [string, unknown] => [`${prefix}${name}`, value]);
      return isSingle && time === null ? own : [...own, [`${prefix}@time`, time] as [string, unknown]];
    }),
  );
}

/** What a test compares: of several sets the last word on each variable. */
export const testedValues = (sets: Sets): Sets[number]['values'] =>
  Object.assign({}, ...sets.map(({ values }) => values));

/** A value as a short text; texts keep their quotes, so that "1" and 1 can be told apart. */
export function shortText(value: unknown): string {
  return value === undefined ? '—' : JSON.stringify(value);
}
