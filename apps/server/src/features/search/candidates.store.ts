import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike } from '../../platform/db/page.ts';
import type { VisibleRows } from '../../platform/tenancy/scoped-from.ts';
import type { Question } from './question.ts';

/** Enough to find the best among them, few enough to be read at once. */
const candidateLimit = 60;

const containsPattern = (word: string) => `%${escapeLike(word)}%`;

/** Every word in a text that has an index of three letters in a row; shorter ones are compared in what the others found. */
export const holdsWords = (text: SQLWrapper, { words }: Question): SQL =>
  sql.join(
    words.map((word) =>
      word.length < 3 ? sql`strpos(${text}, ${word}) > 0` : sql`${text} like ${containsPattern(word)}`,
    ),
    sql` and `,
  );

export interface Searched {
  /** Texts in lower case with an index of their beginnings. */
  beginnings: readonly SQLWrapper[];
  /** Condition that all words occur. */
  holds: SQL;
}

/**
 * The ids of what could be meant. Beginnings are looked for by themselves and in their order: among very many that merely
 * hold the words the few best ones would else be missed.
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
