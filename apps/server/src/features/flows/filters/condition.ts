import type { FilterAttribute, FilterCondition, FilterOperator } from '@stellwerk/contract/flow-filter';
import type { JsonValue } from '../../../platform/history/history.ts';

/** What a condition looks at: the metadata of the event, and the value or the present content of the message. */
export interface Looked {
  meta: Readonly<Record<string, JsonValue>>;
  value: JsonValue;
}

export type Check = (looked: Looked, nowMs: number) => boolean;

type Found = JsonValue | undefined;

const isMissing = (found: Found): found is null | undefined => found === null || found === undefined;

/** Lists as comma-joined text, objects as JSON. */
function textOf(found: JsonValue): string {
  if (Array.isArray(found))
    return found.map((each) => (typeof each === 'object' ? textOf(each) : String(each))).join(',');
  if (typeof found === 'object') return JSON.stringify(found);
  return String(found).trim();
}

function numberOf(found: Found): number {
  if (typeof found === 'number') return found;
  return typeof found === 'string' && found.trim() !== '' ? Number(found) : Number.NaN;
}

const timeOf = (found: Found): number => (typeof found === 'string' ? Date.parse(found) : Number.NaN);

/** A value in the form in which equal values have equal texts, also numbers in different spellings. */
export function equalText(found: JsonValue): string {
  const number = numberOf(found);
  return Number.isFinite(number) ? String(number) : textOf(found);
}

function compares(found: Found, wanted: string, isMet: (a: number, b: number) => boolean): boolean {
  const [a, b] = [numberOf(found), numberOf(wanted)];
  if (Number.isFinite(a) && Number.isFinite(b)) return isMet(a, b);
  const [at, limit] = [timeOf(found), timeOf(wanted)];
  return Number.isFinite(at) && Number.isFinite(limit) && isMet(at, limit);
}

function contains(found: Found, wanted: string): boolean {
  if (isMissing(found)) return false;
  return textOf(found).includes(wanted.trim());
}

const minuteMs = 60_000;

type Operation = (found: Found, wanted: string, looked: Looked, nowMs: number) => boolean;

const equals: Operation = (found, wanted) => !isMissing(found) && equalText(found) === equalText(wanted);

const operations: Record<FilterOperator, Operation> = {
  equals,
  notEquals: (...given) => !equals(...given),
  greaterThan: (found, wanted) => compares(found, wanted, (a, b) => a > b),
  lessThan: (found, wanted) => compares(found, wanted, (a, b) => a < b),
  contains: (found, wanted) => contains(found, wanted),
  notContains: (found, wanted) => !contains(found, wanted),
  isNull: (found) => isMissing(found),
  isNotNull: (found) => !isMissing(found),
  valueOlderThan: (_found, wanted, { meta }, nowMs) => nowMs - timeOf(meta.timestamp) > Number(wanted) * minuteMs,
};

export const read = (attribute: FilterAttribute, { meta, value }: Looked): Found =>
  attribute === 'value' ? value : meta[attribute];

export function compileCondition({ attribute, operator, value }: FilterCondition): Check {
  const operation = operations[operator];
  return (looked, nowMs) => operation(read(attribute, looked), value, looked, nowMs);
}

/** All or any of the conditions. */
export function compileConditions({
  match,
  conditions,
}: {
  match: 'all' | 'any';
  conditions: readonly FilterCondition[];
}) {
  const checks = conditions.map(compileCondition);
  const check: Check =
    match === 'all'
      ? (looked, nowMs) => checks.every((each) => each(looked, nowMs))
      : (looked, nowMs) => checks.some((each) => each(looked, nowMs));
  return check;
}
