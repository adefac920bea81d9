import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike } from '../../platform/db/page.ts';
import type { Question } from './question.ts';

/** Enough to find the best among them, few enough to be read at once. */
const candidateLimit = 60;

export const containsPattern = (word: string) => `%${escapeLike(word)}%`;

/** Every word in a text that has an index of three letters in a row; shorter ones are compared in what the others found. */
export const holdsWords = (text: SQLWrapper, { words }: Question): SQL =>
  sql.join(
    words.map((word) =>
      word.length < 3 ? sql`strpos(${text}, ${word}) > 0` : sql`${text} like ${containsPattern(word)}`,
    ),
    sql` and `,
  );

export interface Searched {
  id: SQLWrapper;
  /** From the word `from` on, with all that the conditions speak of. */
  from: SQL;
  /** What the caller may see of it. */
  isSeen: SQL;
  /** Texts whose beginnings an index knows, in lower case. */
  beginnings: readonly SQLWrapper[];
  /** That all words occur. Absent where no other text than the beginnings is looked at. */
  holds: SQL;
}

/**
 * The ids of what could be meant. Beginnings are looked for by themselves and in their order: among very many that merely
 * hold the words the few best ones would else be missed.
 */
export async function findCandidates(db: Db, searched: Searched, question: Question): Promise<number[]> {
  const { id, from, isSeen, beginnings, holds } = searched;
  const prefix = `${escapeLike(question.whole)}%`;
  const parts = [
    ...(question.id === undefined
      ? []
      : [sql`(select ${id} as id ${from} where ${isSeen} and ${id} = ${question.id})`]),
    ...beginnings.map(
      (text) => sql`(select ${id} as id ${from} where ${isSeen} and ${text} like ${prefix}
        order by ${text} limit ${candidateLimit})`,
    ),
    ...(question.isIndexed
      ? [sql`(select ${id} as id ${from} where ${isSeen} and ${holds} limit ${candidateLimit})`]
      : []),
  ];
  const found = await db.execute<{ id: number }>(sql.join(parts, sql` union `));
  return found.rows.map((row) => Number(row.id));
}
