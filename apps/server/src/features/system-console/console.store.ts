import { desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { connectorView } from '../connectors/index.ts';

const shown = 50;

export async function topmostPaths(db: Db): Promise<string[]> {
  const rows = await db
    .select({ path: sql<string>`${scopes.path}::text` })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(isNull(accounts.parentId));
  return rows.map(({ path }) => path);
}

export async function passwordHashOf(db: Db, userId: number): Promise<string | undefined> {
  const [found] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return found?.hash ?? undefined;
}

const jobColumns = {
  id: jobs.id,
  accountId: jobs.accountId,
  kind: jobs.kind,
  state: jobs.state,
  done: jobs.done,
  total: jobs.total,
  errorCount: jobs.errorCount,
};

export const openJobs = (db: Db) =>
  db
    .select(jobColumns)
    .from(jobs)
    .where(inArray(jobs.state, ['created', 'inprogress', 'postprocessing']))
    .orderBy(desc(jobs.id))
    .limit(shown);

export const failedJobs = (db: Db) =>
  db.select(jobColumns).from(jobs).where(eq(jobs.state, 'error')).orderBy(desc(jobs.id)).limit(shown);

export const connectorsByState = (db: Db) =>
  db
    .select({ state: connectorView.state, count: sql<number>`count(*)::int` })
    .from(connectorView)
    .groupBy(connectorView.state)
    .orderBy(connectorView.state);

export const brokenConnectors = (db: Db) =>
  db
    .select({
      id: connectorView.id,
      accountId: connectorView.accountId,
      type: connectorView.type,
      name: connectorView.name,
    })
    .from(connectorView)
    .where(sql`${connectorView.state} = 'error'`)
    .orderBy(connectorView.id)
    .limit(shown);
