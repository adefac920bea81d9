import type { RunMetric } from '@stellwerk/contract/rule-run';
import { fillText, type Lookup } from '@stellwerk/plugin/placeholder';

export interface CommandContext {
  rule: { id: number; title: string; twinId: number; accountId: number };
  twin: { id: number; title: string; keyValue: Readonly<Record<string, string>> };
  accountName: string;
  metrics: readonly RunMetric[];
  link: string;
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

/** Renders plain text, for the message of an alarm; commands escape it in their own ways. */
export const render = (text: string, context: CommandContext): string => fillText(text, lookupIn(context));
