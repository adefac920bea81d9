import type { JsonValue } from '@stellwerk/plugin/json';
import { parseNumberText } from '../../../../ui/form/number-text.ts';

/** A value as it was typed: a number of the language, anything that is JSON, else a text. Nothing means nothing. */
export function readOwnValue(text: string, locale: string): JsonValue | undefined {
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
