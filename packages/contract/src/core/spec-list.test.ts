import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { specListFields } from './spec-list.ts';

const query = z.object(
  specListFields({
    sort: z.enum(['title', '-title']),
    filters: z.object({ search_operator: z.enum(['AND', 'OR']) }),
    options: z.object({}),
  }),
);
const isTaken = (given: Record<string, string>) => query.safeParse(given).success;

describe('the list parameters of the specification', () => {
  it('search for no more words than our own search does', () => {
    expect(isTaken({ search_items: 'north,hall 7,pump' })).toBe(true);
    expect(isTaken({ search_items: Array(20).fill('a b c d e f g h i j k l').join() })).toBe(false);
  });

  it.each([
    ['{"__proto__":{"search_operator":"OR"}}'],
    ['{"constructor":"x"}'],
    ['{"search_operator":{"$ne":1}}'],
    [`${'['.repeat(2_000)}${']'.repeat(2_000)}`],
    [`{"search_operator":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
    ['null'],
    ['{'],
  ])('refuse the filter %s', (filters) => {
    expect(isTaken({ filters })).toBe(false);
  });
});
