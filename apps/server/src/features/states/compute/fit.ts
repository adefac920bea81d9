import { maxValueBytes, type ValueType } from '@stellwerk/contract/state';
import type { JsonValue } from '../../../platform/history/history.ts';
import { done, failed, type Outcome } from './problem.ts';

const numericText = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Nobody measures deeper; whoever walks through a value may use the stack for it. */
const maxDepth = 64;

/** PostgreSQL takes neither the character zero nor halves of surrogate pairs. */
const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

function isStorable(value: JsonValue, depth = 0): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  if (depth >= maxDepth) return false;
  return Object.entries(value).every(([key, inner]) => isText(key) && isStorable(inner, depth + 1));
}

function converted(value: JsonValue, type: ValueType): JsonValue | undefined {
  if (value === null) return null;
  switch (type) {
    case 'number':
      if (typeof value === 'number') return value;
      return typeof value === 'string' && numericText.test(value.trim()) ? Number(value) : undefined;
    case 'boolean':
      if (typeof value === 'boolean') return value;
      if (value === 1 || value === 'true') return true;
      return value === 0 || value === 'false' ? false : undefined;
    case 'string':
      return typeof value === 'object' ? undefined : String(value);
    case 'json':
      return value;
    case 'null':
      return undefined;
  }
}

/** The value as the state keeps it. Null fits everywhere: nothing is known. */
export function fitValue(value: JsonValue, type: ValueType): Outcome<JsonValue> {
  const fitting = converted(value, type);
  if (fitting === undefined || !isStorable(fitting)) return failed('DTWINSTATE_VALUE_TYPE', { type });
  if (typeof fitting !== 'object' && typeof fitting !== 'string') return done(fitting);
  return Buffer.byteLength(JSON.stringify(fitting)) > maxValueBytes
    ? failed('DTWINSTATE_VALUE_TOO_LARGE', { limitBytes: maxValueBytes })
    : done(fitting);
}
