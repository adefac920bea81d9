import { and, asc, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { createSession } from '../../features/sessions/index.ts';
import { shardCount } from '../../ingest/log/packet.ts';
import { cursorsOf, lastNumbers } from '../../ingest/log/packets.store.ts';
import type { Db } from '../../platform/db/db.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';

/** Database access for the simulate command, which runs beside the server. */

const sessionHours = 25;

/** Operators who can run this command have full database access, so a system administrator's session adds no rights. */
export async function openSession(db: Db): Promise<string | undefined> {
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(and(users.active, sql`'super.system.manage' = any(${roles.permissions})`))
    .orderBy(asc(users.id))
    .limit(1);
  if (!found) return undefined;
  const expiresAt = new Date(Date.now() + sessionHours * 3_600_000);
  return createSession(db, { userId: found.id, address: '127.0.0.1', userAgent: 'stellwerk simulate', expiresAt });
}

export async function topmostAccount(db: Db): Promise<number | undefined> {
  const [found] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(sql`${accounts.parentId} is null`)
    .orderBy(asc(accounts.id))
    .limit(1);
  return found?.id;
}

const shards = Array.from({ length: shardCount }, (_, index) => index + 1);

/** Counts packets that are accepted but not applied yet. */
export async function countWaiting(pool: pg.Pool): Promise<number> {
  const [last, applied] = [await lastNumbers(pool, shards), await cursorsOf(pool, shards)];
  return shards.reduce((sum, shard) => sum + Number(last.get(shard) ?? 0) - Number(applied.get(shard) ?? 0), 0);
}
