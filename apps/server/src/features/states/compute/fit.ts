import { maxValueBytes, type ValueType } from '@stellwerk/contract/state';
import type { JsonValue } from '../../../platform/history/history.ts';
import { done, failed, type Outcome } from './problem.ts';

const numericText = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Real measurements are not nested deeper; the limit allows recursion over values. */
const maxDepth = 64;

/** PostgreSQL accepts neither NUL characters nor lone surrogates. */
const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

/** JSON takes at most six bytes for a character of a string, and at most `numberBytes` for a number. */
const escapedBytes = 6;
const numberBytes = 32;

/** Upper bound for the size of its JSON; undefined if the value can't be stored. */
function mostBytes(value: JsonValue, depth = 0): number | undefined {
  if (typeof value === 'string') return isText(value) ? value.length * escapedBytes + 2 : undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? numberBytes : undefined;
  if (value === null || typeof value !== 'object') return numberBytes;
  if (depth >= maxDepth) return undefined;
  let total = 2;
  for (const [key, inner] of Object.entries(value)) {
    const own = isText(key) ? mostBytes(inner, depth + 1) : undefined;
    if (own === undefined) return undefined;
    total += own + key.length * escapedBytes + 4;
  }
  return total;
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

/** Converts a value to the type of its state. Null fits every type, and means that nothing is known. */
export function fitValue(value: JsonValue, type: ValueType): Outcome<JsonValue> {
  const fitting = converted(value, type);
  const bytes = fitting === undefined ? undefined : mostBytes(fitting);
  if (fitting === undefined || bytes === undefined) return failed('DTWINSTATE_VALUE_TYPE', { type });
  // Values are only serialised if they could exceed the limit.
  if (bytes <= maxValueBytes) return done(fitting);
  return Buffer.byteLength(JSON.stringify(fitting)) > maxValueBytes
    ? failed('DTWINSTATE_VALUE_TOO_LARGE', { limitBytes: maxValueBytes })
    : done(fitting);
}
