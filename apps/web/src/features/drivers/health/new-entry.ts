import type { HealthEntry } from '@stellwerk/contract/health';
import { keysOf, type ReadyCheck, scriptOf } from '@stellwerk/contract/ready-checks';

/** What is offered to begin with: the checks that nearly every device needs, and an empty one. */
export const entryTemplates = ['battery', 'silent', 'above', 'equals', 'unchanged', 'script'] as const;
export type EntryTemplate = (typeof entryTemplates)[number];

/** Keys in which a battery is likely to be found. */
const batteryKey = (keys: readonly string[]) => keys.find((key) => /batt|bat$|^bat|vbat/i.test(key));

function checkOf(start: Exclude<EntryTemplate, 'script'>, keys: readonly string[]): ReadyCheck {
  const key = keys[0] ?? '';
  switch (start) {
    case 'battery':
      return { kind: 'below', key: batteryKey(keys) ?? 'battery', limit: 20 };
    case 'silent':
      return { kind: 'silent', hours: 24 };
    case 'above':
      return { kind: 'above', key, limit: 100 };
    case 'equals':
      return { kind: 'equals', key, value: true };
    case 'unchanged':
      return { kind: 'unchanged', key, hours: 24 };
  }
}

const identifiers: Record<EntryTemplate, string> = {
  battery: 'battery-low',
  silent: 'no-packets',
  above: 'value-high',
  equals: 'device-alarm',
  unchanged: 'value-stuck',
  script: 'check',
};

/** An identifier stands once in a driver. */
export function freeIdentifier(wanted: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

interface NewEntry {
  start: EntryTemplate;
  keys: readonly string[];
  taken: readonly string[];
  message: string;
}

export function newEntry({ start, keys, taken, message }: NewEntry): HealthEntry {
  const check = start === 'script' ? undefined : checkOf(start, keys);
  const isConnectivity = start === 'silent' || start === 'unchanged';
  return {
    identifier: freeIdentifier(identifiers[start], taken),
    category: start === 'battery' ? 'battery' : isConnectivity ? 'connectivity' : 'device',
    severity: start === 'battery' || start === 'unchanged' ? 'warning' : 'error',
    stateKeys: check ? keysOf(check) : [],
    check: check ? scriptOf(check) : 'return false;',
    durationMinutes: 0,
    message,
  };
}
