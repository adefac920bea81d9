import { bestRank } from '@stellwerk/contract/search-rank';

/** Something of the palette's own that a text can find. */
export interface Matched {
  title: string;
  /** Other words for the same thing. */
  synonyms?: readonly string[];
}

/** The worst rank is no find at all: what is not called so has nothing else to be found by. */
const noFind = 4;

/** Those that answer the text, the best first; all of them as they stand without a text. */
export function matching<T extends Matched>(items: readonly T[], text: string): T[] {
  if (text.trim() === '') return [...items];
  return items
    .map((item) => {
      const own = bestRank([item.title], text);
      // A synonym is as good as the title, but a title of the same rank comes first.
      return { item, rank: Math.min(own, bestRank(item.synonyms ?? [], text) + 0.5) };
    })
    .filter(({ rank }) => rank < noFind)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
