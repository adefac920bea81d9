import type { JsonValue } from './json.ts';

/** Returns the value of a placeholder by the text between its braces; undefined for unknown ones. */
export type Lookup = (name: string) => JsonValue | undefined;

/** Encodes a value for its position in the text. */
export type Write = (value: JsonValue | undefined, at: number) => string;

/** Names without braces: placeholders can't be nested. */
const placeholder = /\{\{([^{}]*)\}\}/g;

/** Longer values are truncated: they are meant to be read. */
const longestValue = 20_000;
const longestText = 262_144;

export const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0;

/** The text with each placeholder replaced by this word, for validation of the surrounding text. */
export const withoutPlaceholders = (text: string, word = 'x'): string => text.replace(placeholder, word);

/** Texts unchanged, lists and objects as JSON, null and undefined as empty text. */
export function plainText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, longestValue);
}

/** Fills placeholders in one pass: placeholders inside of values are not filled. */
export const fillText = (text: string, lookup: Lookup, write: Write = plainText): string =>
  text.replace(placeholder, (_match, name: string, at: number) => write(lookup(name.trim()), at)).slice(0, longestText);

/** Removes line breaks and other control characters that a terminal or header would interpret. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export const fillLine = (text: string, lookup: Lookup): string => oneLine(fillText(text, lookup));

/** Percent-encodes values for parts of a URL. */
export const fillUrl = (text: string, lookup: Lookup): string =>
  fillText(text, lookup, (value) => encodeURIComponent(plainText(value).toWellFormed()));

/** Fills levels of an MQTT topic: a value never adds a level or a wildcard (MQTT 3.1.1, 4.7). */
export const fillTopic = (text: string, lookup: Lookup): string =>
  fillText(text, lookup, (value) => plainText(value).replace(/[+#/\p{Cc}]/gu, '_'));

/** Tells which positions of a JSON document are inside a string; quotes in names of placeholders don't count. */
function stringsIn(text: string): (at: number) => boolean {
  const json = text.replace(placeholder, (match) => ' '.repeat(match.length));
  const isInside = new Uint8Array(json.length);
  let inside = false;
  for (let at = 0; at < json.length; at += 1) {
    isInside[at] = inside ? 1 : 0;
    if (inside && json[at] === '\\') {
      at += 1;
      isInside[at] = 1;
    } else if (json[at] === '"') inside = !inside;
  }
  return (at) => isInside[at] === 1;
}

/** The result stays valid JSON: values are escaped inside of a string and encoded as JSON elsewhere. */
export function fillJson(json: string, lookup: Lookup): string {
  const isInString = stringsIn(json);
  return fillText(json, lookup, (value, at) =>
    isInString(at) ? JSON.stringify(plainText(value)).slice(1, -1) : JSON.stringify(value ?? null),
  );
}

/** Whether the text is a JSON object or list, with placeholders anywhere in it. */
export function isJsonDocument(text: string): boolean {
  const sample = withoutPlaceholders(text, '0').trim();
  if (!/^[{[]/.test(sample)) return false;
  try {
    JSON.parse(sample);
    return true;
  } catch {
    return false;
  }
}

/** Fills a JSON document as JSON and any other content as plain text. */
export const fillContent = (text: string, lookup: Lookup): string =>
  isJsonDocument(text) ? fillJson(text, lookup) : fillText(text, lookup);

/** Fills every text of a value; a text that consists of one placeholder becomes its value with the original type. */
export function fillValue(value: JsonValue, lookup: Lookup): JsonValue {
  if (typeof value === 'string') {
    const [, name] = /^\{\{([^{}]*)\}\}$/.exec(value) ?? [];
    return name === undefined ? fillText(value, lookup) : (lookup(name.trim()) ?? null);
  }
  if (Array.isArray(value)) return value.map((each) => fillValue(each, lookup));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillValue(each, lookup)]));
}
