import type { Twin } from '@stellwerk/contract/twin';

export interface Placeholders {
  kind: 'metric' | 'twin' | 'rule';
  /** Name without braces. */
  names: readonly string[];
}

/** All placeholders for texts of this rule. */
export function placeholdersOf(aliases: readonly string[], { keyValue }: Pick<Twin, 'keyValue'>): Placeholders[] {
  return [
    { kind: 'metric', names: aliases },
    { kind: 'twin', names: ['twin.title', 'twin.id', ...keyValue.map(({ key }) => `twin.keyValue.${key}`)] },
    { kind: 'rule', names: ['rule.title', 'account.name', 'now', 'link'] },
  ];
}
