import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike } from '../../platform/db/page.ts';
import type { VisibleRows } from '../../platform/tenancy/scoped-from.ts';
import type { SearchQuery } from './search-query.ts';

/** Enough candidates to rank the best, few enough to read all of them. */
const candidateLimit = 60;

const containsPattern = (word: string) => `%${escapeLike(word)}%`;

/** Every word must occur in a text with a trigram index, which can't find words of fewer than three letters. */
export const holdsWords = (text: SQLWrapper, { words }: SearchQuery): SQL =>
  sql.join(
    words.map((word) =>
      word.length < 3 ? sql`strpos(${text}, ${word}) > 0` : sql`${text} like ${containsPattern(word)}`,
    ),
    sql` and `,
  );

export interface Searched {
  /** Texts in lower case with an index for prefixes. */
  beginnings: readonly SQLWrapper[];
  holds: SQL;
}

/** Ids of possible hits. Prefixes are searched first, otherwise the limit could cut off the few best hits. */
export async function findCandidates(
  db: Db,
  rows: VisibleRows,
  { beginnings, holds }: Searched,
  query: SearchQuery,
): Promise<number[]> {
  const { id } = rows;
  const matching = (condition: SQL) => sql`select ${id} as id ${rows.where(condition).every}`;
  const prefix = `${escapeLike(query.whole)}%`;
  const parts = [
    ...(query.id === undefined ? [] : [sql`(${matching(sql`${id} = ${query.id}`)})`]),
    ...beginnings.map(
      (text) => sql`(${matching(sql`${text} like ${prefix}`)} order by ${text} limit ${candidateLimit})`,
    ),
    ...(query.isIndexed ? [sql`(${matching(holds)} limit ${candidateLimit})`] : []),
  ];
  const found = await db.execute<{ id: number }>(sql.join(parts, sql` union `));
  return found.rows.map((row) => Number(row.id));
}
