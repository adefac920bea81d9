import type { Parsed } from '../../ingest/ports.ts';

type Values = Readonly<Record<string, unknown>>;

/** Engines round the last digits differently. */
const tolerance = 1e-6;

function isNear(left: number, right: number): boolean {
  return Math.abs(left - right) <= tolerance * Math.max(Math.abs(left), Math.abs(right));
}

const isFields = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compares like examples of manufacturers: absent equals null, and numbers may differ in the last digits. */
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
 * Values that a test compares: the variables, from several sets the last value of each, and `error` if the parser
 * reports one. Undefined for other failures, which no test can expect.
 */
export function testedValues(parsed: Parsed): Record<string, unknown> | undefined {
  const reason = parsed.ok ? parsed.complaint : parsed.reason;
  if (!parsed.ok || (reason && reason.code !== 'PARSER_REPORTED')) return undefined;
  const values: Record<string, unknown> = Object.assign({}, ...parsed.sets.map((set) => set.values));
  return reason ? { ...values, error: String(reason.params.reason) } : values;
}
