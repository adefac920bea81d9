import type { RunMetric } from '@stellwerk/contract/rule-run';
import type { Language } from '@stellwerk/contract/text';
import { fillText, type Lookup } from '@stellwerk/plugin/placeholder';

export interface CommandContext {
  rule: { id: number; title: string; twinId: number; accountId: number };
  twin: { id: number; title: string; keyValue: Readonly<Record<string, string>> };
  accountName: string;
  metrics: readonly RunMetric[];
  link: string;
  /** Units of metrics by alias, for texts that people read. */
  units?: ReadonlyMap<string, string>;
  /** The language of the rule's author; without it, numbers are written as in code. */
  language?: Language | null;
  /** Time at which the rule fired; without it `{{now}}` stays empty. */
  atMs?: number;
}

const keyValuePrefix = 'twin.keyValue.';

/** Unknown names resolve to undefined. */
export function lookupIn(context: CommandContext): Lookup {
  const { rule, twin, accountName, link, atMs } = context;
  // Built-in names are set last, so that a metric called `link` can't replace the link.
  const known = new Map(context.metrics.map(({ alias, value }) => [alias, value]));
  known.set('twin.id', twin.id).set('twin.title', twin.title).set('rule.title', rule.title);
  known.set('account.name', accountName).set('link', link);
  if (atMs !== undefined) known.set('now', new Date(atMs).toISOString());
  return (name) => {
    if (!name.startsWith(keyValuePrefix)) return known.get(name);
    const key = name.slice(keyValuePrefix.length);
    return Object.hasOwn(twin.keyValue, key) ? twin.keyValue[key] : undefined;
  };
}

/** For texts that people read: numbers in the author's language, with their unit. */
export function readableLookupIn(context: CommandContext): Lookup {
  const { language, units } = context;
  const lookup = lookupIn(context);
  if (!language) return lookup;
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  return (name) => {
    const value = lookup(name);
    const unit = units?.get(name);
    if (typeof value !== 'number' || name.startsWith('twin.')) return value;
    return unit ? `${numbers.format(value)} ${unit}` : numbers.format(value);
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Authors often write the unit behind the placeholder, which brings it along. */
export function withoutUnits(text: string, { language, units }: CommandContext): string {
  if (!language) return text;
  let result = text;
  for (const [alias, unit] of units ?? []) {
    if (unit === '') continue;
    const written = new RegExp(`(\\{\\{\\s*${escaped(alias)}\\s*\\}\\})\\s?${escaped(unit)}(?!\\p{L})`, 'gu');
    result = result.replace(written, '$1');
  }
  return result;
}

/** Renders plain text, for the message of an alarm; commands escape it in their own ways. */
export const render = (text: string, context: CommandContext): string =>
  fillText(withoutUnits(text, context), readableLookupIn(context));
