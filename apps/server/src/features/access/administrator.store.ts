import { systemKey } from '@stellwerk/contract/core/permission-relation';
import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';

/** Until the end of the transaction nobody else takes system administrators away: two could spare each other's one. */
export async function lockAdministrators(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(7306023)`);
}

/** Is there an active person who may do everything everywhere? */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from ${roles}
    join user_roles held on held.role_id = ${roles.id}
    join ${scopes} on ${scopes.id} = held.scope_id
    join users person on person.id = held.user_id
    where ${roles.permissions} @> ${sql.param([systemKey])}::text[] and nlevel(${scopes.path}) = 1
      and person.active and person.kind = 'person'
    limit 1`);
  return found.rows.length > 0;
}
