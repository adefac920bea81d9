import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Fleet, listFleets } from '@stellwerk/contract/fleet';
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { escapeLike, totalOf } from '../../platform/db/page.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import type { Grant } from '../../platform/policy/policy.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { connectors } from '../connectors/index.ts';
import { fleets } from './fleet.table.ts';

const columns = {
  ...getTableColumns(fleets),
  accountName: accounts.name,
  connectorName: connectors.name,
  isConnectorActive: connectors.active,
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
    .leftJoin(connectors, eq(connectors.id, fleets.connectorId))
    .leftJoin(jobs, eq(jobs.id, fleets.jobId));

export type FoundFleet = NonNullable<Awaited<ReturnType<typeof findFleet>>>;
export type FleetRow = typeof fleets.$inferSelect;

type FleetList = RouteInput<typeof listFleets>['query'];

function orderOf(sort: FleetList['sort']): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc;
  const column = sort.endsWith('name') ? sql`lower(${fleets.name})` : fleets.createdAt;
  return [direction(column), direction(fleets.id)];
}

export async function findFleets(db: Db, grants: readonly Grant[], list: FleetList) {
  const matching = and(
    visible(grants, 'VirtualDevice.read', scopes.path),
    list.search ? sql`${fleets.name} ilike ${`%${escapeLike(list.search)}%`}` : undefined,
  );
  const rows = await select(db)
    .where(matching)
    .orderBy(...orderOf(list.sort))
    .offset(list.offset)
    .limit(list.limit);
  const every = db
    .select({ id: fleets.id })
    .from(fleets)
    .innerJoin(accounts, eq(accounts.id, fleets.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(matching);
  return { rows, ...(await totalOf(db, every)) };
}

export async function findFleet(db: Db, id: number) {
  const [found] = await select(db).where(eq(fleets.id, id));
  return found;
}

/** A fleet lies in the scope of its account. */
export async function fleetScopes(db: Db, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .select({ id: fleets.id, path: sql<string>`${scopes.path}::text` })
    .from(fleets)
    .innerJoin(accounts, eq(accounts.id, fleets.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(inArray(fleets.id, ids));
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** Whoever changes a fleet, or makes devices of it, does so alone. */
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

/** Every change makes a new revision and is told to those who let fleets run. */
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

/** Tells every process when the transaction is done; only a hint, they also look by themselves. */
async function hintChange(db: Db, id: number): Promise<void> {
  await db.execute(sql`select pg_notify(${fleetChannel}, ${String(id)})`);
}

/** What shall send now. */
export const findSending = (db: Db): Promise<FleetRow[]> =>
  db
    .select()
    .from(fleets)
    .where(and(fleets.isRunning, eq(fleets.state, 'ready' satisfies Fleet['state'])));

/** Does another fleet use the driver that fleets have brought? */
export async function bringsDriver(db: Db, driverId: number): Promise<boolean> {
  return (await db.$count(fleets, and(eq(fleets.driverId, driverId), fleets.hasOwnDriver))) > 0;
}
