import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/db.ts';
import { containsAll } from '../../../platform/db/search.ts';
import { holdsWords, type SearchQuery } from '../../search/index.ts';
import { twins } from '../twin.table.ts';
import { twinView } from '../twin.view.ts';

interface PartOfTwin {
  table: PgTable;
  twinId: SQLWrapper;
  id: SQLWrapper;
  /** In lower case, with a trigram index. */
  ownText: SQL;
}

/**
 * Condition for objects of a twin, joined with the twin. At least one word must occur in the object's own text,
 * otherwise the title of a twin would match all of its objects.
 */
export async function holdsWordsOrTwins(
  db: Db,
  { table, id, twinId, ownText }: PartOfTwin,
  query: SearchQuery,
): Promise<SQL> {
  if (query.words.length < 2 || !query.isIndexed) return holdsWords(ownText, query);
  const condition = await containsAll(query.whole, {
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
