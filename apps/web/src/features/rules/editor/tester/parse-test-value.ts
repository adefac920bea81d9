import type { JsonValue } from '@stellwerk/plugin/json';
import { parseNumberText } from '../../../../ui/form/number-text.ts';

/** Parses a typed value: a number of the language, any JSON, otherwise text. An empty field is undefined. */
export function parseTestValue(text: string, locale: string): JsonValue | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const number = parseNumberText(typed, locale);
  if (number !== undefined && !Number.isNaN(number)) return number;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
