import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { escapeLike } from './page.ts';

/** Trigrams need three characters, and the pattern has one more at each end. */
const indexedLength = 5;
/** Fewer rows than this are looked at one by one. */
const maxCandidates = 5_000;

interface TextSearch {
  id: SQLWrapper;
  /** Whether a row holds what matches the pattern, in whichever of its texts. */
  fits: (pattern: string) => SQL;
  /** The ids of rows that fit, by the index of each of the texts; at most so many. */
  findIds: (pattern: string, limit: number) => Promise<number[]>;
}

/**
 * Every word of a search in one of several texts. No index covers texts of two tables at once: a word that is rare enough
 * leads to the rows, and the others are compared there.
 */
export async function containsAll(search: string, { id, fits, findIds }: TextSearch): Promise<SQL | undefined> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const patterns = words.toSorted((a, b) => b.length - a.length).map((word) => `%${escapeLike(word)}%`);
  const all = patterns.map(fits);
  for (const pattern of patterns.filter((each) => each.length >= indexedLength)) {
    const ids = await findIds(pattern, maxCandidates + 1);
    if (ids.length <= maxCandidates) return and(sql`${id} = any(${sql.param(ids)}::bigint[])`, ...all);
  }
  return and(...all);
}
