import { and, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { escapeLike } from './page.ts';

export const searchWords = (search: string): string[] => [
  ...new Set(search.toLowerCase().split(/\s+/).filter(Boolean)),
];

/** A text to search in. Texts in lower case are marked as such, because they are compared faster. */
export type SearchedText = SQLWrapper | { lower: SQLWrapper };

/** Whether a text contains a lower-case word. A trigram index would be read completely for fewer than three letters. */
export function containsWord(text: SearchedText, word: string): SQL {
  const pattern = `%${escapeLike(word)}%`;
  if ('lower' in text)
    return word.length < 3 ? sql`strpos(${text.lower}, ${word}) > 0` : sql`${text.lower} like ${pattern}`;
  return word.length < 3 ? sql`strpos(lower(${text}), ${word}) > 0` : sql`${text} ilike ${pattern}`;
}

/** Whether every word of a search occurs in one of the texts, in upper or lower case. */
export const containsWords = (search: string, texts: readonly SearchedText[]): SQL | undefined =>
  and(...searchWords(search).map((word) => or(...texts.map((text) => containsWord(text, word)))));

/** Trigrams need three characters, and the pattern adds one `%` at each end. */
const indexedLength = 5;
/** Up to this many candidate rows are compared one by one. */
const maxCandidates = 5_000;

interface TextSearch {
  id: SQLWrapper;
  /** Condition that any of a row's texts matches the pattern. */
  fits: (pattern: string) => SQL;
  /** Finds the ids of matching rows through the index of each text, up to the limit. */
  findIds: (pattern: string, limit: number) => Promise<number[]>;
}

/**
 * Matches rows that contain every word of a search in any of several texts. No index covers texts of two tables, so a
 * word that is rare enough selects the candidate rows, and the other words are compared with those.
 */
export async function containsAll(search: string, { id, fits, findIds }: TextSearch): Promise<SQL | undefined> {
  const patterns = searchWords(search)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => `%${escapeLike(word)}%`);
  const all = patterns.map(fits);
  for (const pattern of patterns.filter((each) => each.length >= indexedLength)) {
    const ids = await findIds(pattern, maxCandidates + 1);
    if (ids.length <= maxCandidates) return and(sql`${id} = any(${sql.param(ids)}::bigint[])`, ...all);
  }
  return and(...all);
}
