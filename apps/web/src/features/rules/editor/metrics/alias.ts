import { metricAlias } from '@stellwerk/contract/rule';

const longest = 40;

/** Derives a unique identifier for scripts from the key of a state. */
export function suggestAlias(key: string, taken: readonly string[]): string {
  const cleaned = key
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, longest);
  const start = metricAlias.safeParse(cleaned).success ? cleaned : `m_${cleaned}`.replace(/_$/, '');
  if (!taken.includes(start)) return start;
  for (let number = 2; ; number += 1) {
    const numbered = `${start}_${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/** Updates placeholders in texts after a metric was renamed. */
export function renameInText(text: string, from: string, to: string): string {
  return text.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (whole, name: string) => (name === from ? `{{${to}}}` : whole));
}

/** The same for all options of a command. */
export function renameInOptions<T>(value: T, from: string, to: string): T;
export function renameInOptions(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return renameInText(value, from, to);
  if (Array.isArray(value)) return value.map((each: unknown) => renameInOptions(each, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renameInOptions(each, from, to)]));
}
