import { bestRank } from '@stellwerk/contract/search-rank';

/** A local item that a text can find. */
export interface Matched {
  title: string;
  /** Other words for the item. */
  synonyms?: readonly string[];
}

/** The worst rank counts as no match, because local items have only names. */
const noFind = 4;

/** The items that match the text, the best first; without a text all items unchanged. */
export function matching<T extends Matched>(items: readonly T[], text: string): T[] {
  if (text.trim() === '') return [...items];
  return items
    .map((item) => {
      const own = bestRank([item.title], text);
      // A synonym counts as much as the title, but a title of the same rank is first.
      return { item, rank: Math.min(own, bestRank(item.synonyms ?? [], text) + 0.5) };
    })
    .filter(({ rank }) => rank < noFind)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
