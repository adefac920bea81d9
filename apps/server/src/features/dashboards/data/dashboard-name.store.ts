import { eq } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { may } from '../../../platform/tenancy/may.ts';
import { dashboards } from '../dashboard.table.ts';
import { dashboardScopes } from '../guard.store.ts';

/** Null where it is gone or hidden from the caller. */
export async function findSeenDashboard(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ id: number; name: string } | null> {
  const path = (await dashboardScopes(db, [id])).get(id);
  if (path === undefined || !may(actor, 'Dashboards.read', path)) return null;
  const [found] = await db
    .select({ id: dashboards.id, name: dashboards.name })
    .from(dashboards)
    .where(eq(dashboards.id, id));
  return found ?? null;
}
