import type { JsonValue } from '../../../platform/history/history.ts';

const longestList = 100;
const longestText = 1_000;

/** A value as stored in records: long lists keep their newest values, long texts their beginning. */
export function truncated<T extends JsonValue | unknown>(value: T): T | JsonValue[] | string {
  if (Array.isArray(value) && value.length > longestList) return value.slice(-longestList);
  if (typeof value === 'string' && value.length > longestText) return `${value.slice(0, longestText).toWellFormed()}…`;
  return value;
}
