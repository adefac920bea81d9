import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike } from '../../platform/db/page.ts';
import type { VisibleRows } from '../../platform/tenancy/scoped-from.ts';
import type { Question } from './question.ts';

/** Enough candidates to rank the best, few enough to read all of them. */
const candidateLimit = 60;

const containsPattern = (word: string) => `%${escapeLike(word)}%`;

/** Every word must occur in a text with a trigram index, which can't find words of fewer than three letters. */
export const holdsWords = (text: SQLWrapper, { words }: Question): SQL =>
  sql.join(
    words.map((word) =>
      word.length < 3 ? sql`strpos(${text}, ${word}) > 0` : sql`${text} like ${containsPattern(word)}`,
    ),
    sql` and `,
  );

export interface Searched {
  /** Texts in lower case with an index for prefixes. */
  beginnings: readonly SQLWrapper[];
  /** Condition that all words occur. */
  holds: SQL;
}

/**
 * The ids of possible hits. Prefixes are searched separately and in order: the limit would otherwise cut the few best
 * hits off if very many rows contain the words.
 */
export async function findCandidates(
  db: Db,
  rows: VisibleRows,
  { beginnings, holds }: Searched,
  question: Question,
): Promise<number[]> {
  const { id } = rows;
  const matching = (condition: SQL) => sql`select ${id} as id ${rows.where(condition).every}`;
  const prefix = `${escapeLike(question.whole)}%`;
  const parts = [
    ...(question.id === undefined ? [] : [sql`(${matching(sql`${id} = ${question.id}`)})`]),
    ...beginnings.map(
      (text) => sql`(${matching(sql`${text} like ${prefix}`)} order by ${text} limit ${candidateLimit})`,
    ),
    ...(question.isIndexed ? [sql`(${matching(holds)} limit ${candidateLimit})`] : []),
  ];
  const found = await db.execute<{ id: number }>(sql.join(parts, sql` union `));
  return found.rows.map((row) => Number(row.id));
}
