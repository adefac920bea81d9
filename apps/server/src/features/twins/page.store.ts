import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { pageOfIds } from '../../platform/db/page.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { twins } from './twin.table.ts';

interface Page {
  /** Over twins joined with their scopes, and with what `joins` adds. */
  where: SQL | undefined;
  key: SQL;
  joins?: SQL;
  isDescending?: boolean;
  offset: number;
  limit: number;
}

/** One page of the ids of twins, with their number. */
export function findPage(db: Db, { where, joins = sql``, ...page }: Page) {
  const every = sql`from ${twins} inner join ${scopes} on ${scopes.id} = ${twins.scopeId} ${joins}
    where ${where ?? sql`true`}`;
  return pageOfIds(db, { ...page, id: twins.id, every });
}
