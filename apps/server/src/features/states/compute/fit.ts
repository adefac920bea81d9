import { maxValueBytes, type ValueType } from '@stellwerk/contract/state';
import type { JsonValue } from '../../../platform/history/history.ts';
import { done, failed, type Outcome } from './problem.ts';

const numericText = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** Nobody measures deeper; whoever walks through a value may use the stack for it. */
const maxDepth = 64;

/** PostgreSQL takes neither the character zero nor halves of surrogate pairs. */
const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

/** JSON never takes more than six bytes for a character of a text, or so many for a number. */
const escapedBytes = 6;
const numberBytes = 32;

/** How many bytes its JSON may take at most; undefined for what can't be stored. */
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

/** The value as the state keeps it. Null fits everywhere: nothing is known. */
export function fitValue(value: JsonValue, type: ValueType): Outcome<JsonValue> {
  const fitting = converted(value, type);
  const bytes = fitting === undefined ? undefined : mostBytes(fitting);
  if (fitting === undefined || bytes === undefined) return failed('DTWINSTATE_VALUE_TYPE', { type });
  // Only what could be too large is worth writing down.
  if (bytes <= maxValueBytes) return done(fitting);
  return Buffer.byteLength(JSON.stringify(fitting)) > maxValueBytes
    ? failed('DTWINSTATE_VALUE_TOO_LARGE', { limitBytes: maxValueBytes })
    : done(fitting);
}
