import type { Twin } from '@stellwerk/contract/twin';

export interface Placeholders {
  kind: 'metric' | 'twin' | 'rule';
  /** Between the braces. */
  names: readonly string[];
}

/** Everything that texts of this rule can hold. */
export function placeholdersOf(aliases: readonly string[], { keyValue }: Pick<Twin, 'keyValue'>): Placeholders[] {
  return [
    { kind: 'metric', names: aliases },
    { kind: 'twin', names: ['twin.title', 'twin.id', ...keyValue.map(({ key }) => `twin.keyValue.${key}`)] },
    { kind: 'rule', names: ['rule.title', 'account.name', 'now', 'link'] },
  ];
}
