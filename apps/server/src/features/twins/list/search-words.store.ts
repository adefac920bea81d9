import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/db.ts';
import { containsAll } from '../../../platform/db/search.ts';
import { holdsWords, type Question } from '../../search/index.ts';
import { twins } from '../twin.table.ts';
import { twinView } from '../twin.view.ts';

interface PartOfTwin {
  table: PgTable;
  twinId: SQLWrapper;
  id: SQLWrapper;
  /** In lower case, with an index of three letters in a row. */
  ownText: SQL;
}

/**
 * What belongs to a twin, over it joined with its twin. One word must be its own: the title of a twin would else find all
 * that hangs on it. Of several words some may be the twin's.
 */
export async function holdsWordsOrTwins(
  db: Db,
  { table, id, twinId, ownText }: PartOfTwin,
  question: Question,
): Promise<SQL> {
  if (question.words.length < 2 || !question.isIndexed) return holdsWords(ownText, question);
  const condition = await containsAll(question.whole, {
    id,
    fits: (pattern) => sql`(${ownText} like ${pattern} or lower(${twinView.title}) like ${pattern})`,
    findIds: async (pattern, limit) => {
      const found = await db.execute<{ id: number }>(sql`
        select ${id} as id from ${table} where ${ownText} like ${pattern}
        union all
        select ${id} as id from ${table} inner join ${twins} on ${twins.id} = ${twinId}
        where ${twins.searchText} like ${pattern} and lower(${twins.title}) like ${pattern}
        limit ${limit}`);
      return found.rows.map((row) => Number(row.id));
    },
  });
  return condition ?? sql`true`;
}
