import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Fleet, listFleets } from '@stellwerk/contract/fleet';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { inAccount, scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { connectorView } from '../connectors/index.ts';
import { fleets } from './fleet.table.ts';

const columns = {
  ...getTableColumns(fleets),
  accountName: accounts.name,
  connectorName: connectorView.name,
  isConnectorActive: connectorView.active,
  scopeId: scopes.id,
  scopePath: sql<string>`${scopes.path}::text`,
  jobState: jobs.state,
  jobDone: jobs.done,
  jobTotal: jobs.total,
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(fleets)
    .innerJoin(accounts, eq(accounts.id, fleets.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .leftJoin(connectorView, eq(connectorView.id, fleets.connectorId))
    .leftJoin(jobs, eq(jobs.id, fleets.jobId));

export type FoundFleet = NonNullable<Awaited<ReturnType<typeof findFleet>>>;
export type FleetRow = typeof fleets.$inferSelect;

type FleetList = RouteInput<typeof listFleets>['query'];

export const scopedFleets = inAccount(fleets, fleets);

const fleetPage = defineList({
  sort: { name: sql`lower(${fleets.name})`, createdAt: fleets.createdAt },
  search: [fleets.name],
});

export const findFleets = (db: Db, actor: Pick<Actor, 'grants'>, list: FleetList) =>
  fleetPage(db, scopedFrom(scopedFleets, actor, 'VirtualDevice.read'), list, (ids) =>
    select(db).where(inArray(fleets.id, ids)),
  );

export async function findFleet(db: Db, id: number) {
  const [found] = await select(db).where(eq(fleets.id, id));
  return found;
}

/** Locks a fleet against concurrent changes and jobs that create its devices. */
export async function lockFleet(db: Db, id: number): Promise<FleetRow | undefined> {
  const [found] = await db.select().from(fleets).where(eq(fleets.id, id)).for('update');
  return found;
}

export async function insertFleet(db: Db, values: typeof fleets.$inferInsert): Promise<number> {
  const [created] = await db.insert(fleets).values(values).returning({ id: fleets.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

type FleetChange = Partial<Omit<typeof fleets.$inferInsert, 'id' | 'accountId' | 'revision'>>;

/** Every change increments the revision and notifies the processes that run fleets. */
export async function changeFleet(db: Db, id: number, change: FleetChange): Promise<void> {
  await db
    .update(fleets)
    .set({ ...change, revision: sql`${fleets.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(fleets.id, id));
  await hintChange(db, id);
}

export async function deleteFleet(db: Db, id: number): Promise<void> {
  await db.delete(fleets).where(eq(fleets.id, id));
  await hintChange(db, id);
}

export const fleetChannel = 'fleets';

/** Notifies every process after the commit. Only a hint: processes also poll. */
async function hintChange(db: Db, id: number): Promise<void> {
  await db.execute(sql`select pg_notify(${fleetChannel}, ${String(id)})`);
}

export const findSending = (db: Db): Promise<FleetRow[]> =>
  db
    .select()
    .from(fleets)
    .where(and(fleets.isRunning, eq(fleets.state, 'ready' satisfies Fleet['state'])));

export async function bringsDriver(db: Db, driverId: number): Promise<boolean> {
  return (await db.$count(fleets, and(eq(fleets.driverId, driverId), fleets.hasOwnDriver))) > 0;
}
