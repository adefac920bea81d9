import type { Parsed } from '../../ingest/ports.ts';

type Values = Readonly<Record<string, unknown>>;

/** Last digits of computed numbers differ between engines and mean nothing. */
const tolerance = 1e-6;

function isNear(left: number, right: number): boolean {
  return Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right));
}

const isFields = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As makers write their examples: what is missing is null, numbers may differ in the last digits. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === null || left === undefined) return right === null || right === undefined;
  if (typeof left === 'number' && typeof right === 'number') return isNear(left, right);
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  }
  if (!isFields(left) || !isFields(right)) return false;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSame(left[key], right[key]));
}

/**
 * What a test compares: the variables, of several sets the last word on each, and `error` when the parser itself reports
 * one. Undefined when it failed in another way, which no test can expect.
 */
export function testedValues(parsed: Parsed): Record<string, unknown> | undefined {
  const reason = parsed.ok ? parsed.complaint : parsed.reason;
  if (!parsed.ok || (reason && reason.code !== 'PARSER_REPORTED')) return undefined;
  const values: Record<string, unknown> = Object.assign({}, ...parsed.sets.map((set) => set.values));
  return reason ? { ...values, error: String(reason.params.reason) } : values;
}
