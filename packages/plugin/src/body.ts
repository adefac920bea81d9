import { isUtf8 } from 'node:buffer';
import type { JsonValue } from './json.ts';

/** Parses JSON if valid, otherwise returns text if valid UTF-8, otherwise hexadecimal bytes. */
export function bodyOf(payload: Buffer): JsonValue {
  if (!isUtf8(payload)) return payload.toString('hex');
  const text = payload.toString();
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
