import type { JsonValue } from './json.ts';

/** What a placeholder stands for, by what stands between its braces; undefined where nobody knows it. */
export type Lookup = (name: string) => JsonValue | undefined;

/** How a value is written at its place in the text. */
export type Write = (value: JsonValue | undefined, at: number) => string;

/** Names without braces in them: there is nothing inside a placeholder, least of all another one. */
const placeholder = /\{\{([^{}]*)\}\}/g;

/** Longer ones are cut: a value is there to be read. */
const longestValue = 20_000;
const longestText = 262_144;

export const hasPlaceholder = (text: string): boolean => text.search(placeholder) >= 0;

/** What is left where each placeholder has become this word; for checks of what is around them. */
export const withoutPlaceholders = (text: string, word = 'x'): string => text.replace(placeholder, word);

/** Texts as they are, lists and objects as JSON, nothing as nothing. */
export function plainText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, longestValue);
}

/** In one pass: what a value holds is never looked through for placeholders. */
export const fillText = (text: string, lookup: Lookup, write: Write = plainText): string =>
  text.replace(placeholder, (_match, name: string, at: number) => write(lookup(name.trim()), at)).slice(0, longestText);

/** For one line: neither breaks nor anything else that a terminal or a header would act on. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export const fillLine = (text: string, lookup: Lookup): string => oneLine(fillText(text, lookup));

/** For parts of an address of the web. */
export const fillUrl = (text: string, lookup: Lookup): string =>
  fillText(text, lookup, (value) => encodeURIComponent(plainText(value).toWellFormed()));

/** Levels of an MQTT topic: a value is never more than one, and never a wildcard (MQTT 3.1.1, 4.7). */
export const fillTopic = (text: string, lookup: Lookup): string =>
  fillText(text, lookup, (value) => plainText(value).replace(/[+#/\p{Cc}]/gu, '_'));

/** Which places of a JSON document lie inside one of its strings; what placeholders are called counts for nothing. */
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

/** A JSON document stays one: escaped inside of a string, elsewhere a value of its own. */
export function fillJson(json: string, lookup: Lookup): string {
  const isInString = stringsIn(json);
  return fillText(json, lookup, (value, at) =>
    isInString(at) ? JSON.stringify(plainText(value)).slice(1, -1) : JSON.stringify(value ?? null),
  );
}

/** Objects and lists with placeholders anywhere in them. */
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

/** A JSON document stays one, anything else is plain text. */
export const fillContent = (text: string, lookup: Lookup): string =>
  isJsonDocument(text) ? fillJson(text, lookup) : fillText(text, lookup);

/** Every text of a value; one that is a placeholder and nothing else becomes what it stands for, as it is. */
export function fillValue(value: JsonValue, lookup: Lookup): JsonValue {
  if (typeof value === 'string') {
    const [, name] = /^\{\{([^{}]*)\}\}$/.exec(value) ?? [];
    return name === undefined ? fillText(value, lookup) : (lookup(name.trim()) ?? null);
  }
  if (Array.isArray(value)) return value.map((each) => fillValue(each, lookup));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillValue(each, lookup)]));
}
