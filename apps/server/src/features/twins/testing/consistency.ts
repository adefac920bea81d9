import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';

/** Lists inconsistencies between the trees of twins and scopes. */
export async function findInconsistencies(db: Db, accountId: number): Promise<string[]> {
  const wrong = await db.execute<{ problem: string }>(sql`
    with host as (
      select twin.*, parent.path as parent_path, coalesce(parent.scope_id, account.scope_id) as host_id
      from twins twin join accounts account on account.id = twin.account_id
      left join twins parent on parent.id = twin.parent_id
      where twin.account_id = ${accountId}
    )
    select 'path of twin ' || id || ': ' || path::text as problem from host
    where path <> coalesce(parent_path, ''::ltree) || id::text
    union all
    select 'cycle at twin ' || id from host
    where (select count(distinct label) from unnest(string_to_array(path::text, '.')) as label) <> nlevel(path)
    union all
    select 'scope of twin ' || id from host where not owns_scope and scope_id <> host_id
    union all
    select 'place of the scope of twin ' || host.id from host join scopes scope on scope.id = host.scope_id
    where host.owns_scope and scope.parent_id <> host.host_id
    union all
    select 'path of scope ' || scope.id || ': ' || scope.path::text
    from scopes scope join scopes above on above.id = scope.parent_id
    where scope.account_id = ${accountId} and scope.path <> above.path || scope.id::text`);
  return wrong.rows.map(({ problem }) => problem);
}
