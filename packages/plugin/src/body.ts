import { isUtf8 } from 'node:buffer';
import type { JsonValue } from './json.ts';

/** JSON where it is JSON, else the text, else the bytes in hex. */
export function bodyOf(payload: Buffer): JsonValue {
  if (!isUtf8(payload)) return payload.toString('hex');
  const text = payload.toString();
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
