import type { ConnectorSort, connectorListQuery } from '@stellwerk/contract/connector';
import { readsDevices } from '@stellwerk/contract/device';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { containsWords } from '../../platform/db/search.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { visible } from '../../platform/policy/visible.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { isAtOrAbove, scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { twinView } from '../twins/index.ts';
import { connectorStatus, connectors } from './connector.table.ts';
import { scopedConnectors } from './connector.view.ts';
import { choosesConnectors, isUsedFrom } from './guard.store.ts';
import { usesEuis } from './mutator.ts';

const columns = {
  id: connectors.id,
  accountId: connectors.accountId,
  accountName: accounts.name,
  type: connectors.type,
  name: connectors.name,
  description: connectors.description,
  active: connectors.active,
  options: connectors.options,
  mutator: connectors.mutator,
  deviceLimit: connectors.deviceLimit,
  createdAt: connectors.createdAt,
  updatedAt: connectors.updatedAt,
  state: sql<typeof connectorStatus.$inferSelect.state>`coalesce(${connectorStatus.state}, 'waiting')`,
  code: connectorStatus.code,
  params: connectorStatus.params,
  stateAt: sql<Date>`coalesce(${connectorStatus.stateAt}, ${connectors.createdAt})`.mapWith(connectorStatus.stateAt),
  accepted: sql<number>`coalesce(${connectorStatus.accepted}, 0)`.mapWith(Number),
  rejected: sql<number>`coalesce(${connectorStatus.rejected}, 0)`.mapWith(Number),
  dropped: sql<number>`coalesce(${connectorStatus.dropped}, 0)`.mapWith(Number),
  lastPacketAt: connectorStatus.lastPacketAt,
};

const select = (db: Db) =>
  db
    .select(columns)
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .leftJoin(connectorStatus, eq(connectorStatus.connectorId, connectors.id));

export type FoundConnector = Awaited<ReturnType<typeof findConnectors>>['rows'][number];

const connectorPage = defineList<ConnectorSort>({
  sort: {
    name: sql`lower(${connectors.name})`,
    type: connectors.type,
    state: connectorStatus.state,
    createdAt: connectors.createdAt,
    lastPacketAt: connectorStatus.lastPacketAt,
  },
  nullable: ['state', 'lastPacketAt'],
  search: [connectors.name],
});

type ConnectorList = z.output<typeof connectorListQuery>;

export function findConnectors(db: Db, actor: Pick<Actor, 'grants'>, list: ConnectorList) {
  const found = scopedFrom(scopedConnectors, actor, 'all.manage')
    .join(sql`left join ${connectorStatus} on ${connectorStatus.connectorId} = ${connectors.id}`)
    .where(
      list.tenantId ? eq(connectors.accountId, list.tenantId) : undefined,
      list.types ? inArray(connectors.type, list.types) : undefined,
      list.state ? eq(connectorStatus.state, list.state) : undefined,
    );
  return connectorPage(db, found, list, (ids) => select(db).where(inArray(connectors.id, ids)));
}

export async function findConnector(db: Db, id: number): Promise<FoundConnector | undefined> {
  const [row] = await select(db).where(eq(connectors.id, id));
  return row;
}

const chosen = 100;

/** Connectors of the accounts in which the caller sees devices and of the accounts above, or those of one account. */
export async function findChoices(
  db: Db,
  actor: Pick<Actor, 'grants'>,
  { tenantId, search }: { tenantId?: number | undefined; search?: string | undefined },
) {
  return select(db)
    .where(
      and(
        tenantId ? isAtOrAbove(tenantId) : undefined,
        isUsedFrom(actor, choosesConnectors),
        search ? containsWords(search, [connectors.name]) : undefined,
      ),
    )
    .orderBy(sql`lower(${connectors.name})`, connectors.id)
    .limit(chosen);
}

/** A connector that devices of an account may receive data from: one of the account or of an account above. */
export async function findUsableConnector(db: Db, id: number, accountId: number) {
  const [found] = await db
    .select({
      id: connectors.id,
      type: connectors.type,
      deviceLimit: connectors.deviceLimit,
      mutator: connectors.mutator,
    })
    .from(connectors)
    .innerJoin(accounts, eq(accounts.id, connectors.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(and(eq(connectors.id, id), isAtOrAbove(accountId)));
  if (!found) return undefined;
  const { mutator, ...connector } = found;
  return { ...connector, usesEuis: usesEuis(mutator) };
}

/** Locks a connector until the end of the transaction, so that nobody else adds a device to it. */
export async function lockConnector(db: Db, id: number): Promise<void> {
  await db.select({ id: connectors.id }).from(connectors).where(eq(connectors.id, id)).for('no key update');
}

/** Titles of the devices that the caller may see, for the traffic of a connector. */
export async function deviceTitles(
  db: Db,
  { grants }: Pick<Actor, 'grants'>,
  twinIds: readonly number[],
): Promise<Map<number, string>> {
  if (twinIds.length === 0) return new Map();
  const rows = await db
    .select({ id: twinView.id, title: twinView.title })
    .from(twinView)
    .where(and(inArray(twinView.id, [...new Set(twinIds)]), visible(grants, readsDevices, twinView.scopePath)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

type ConnectorValues = Pick<
  typeof connectors.$inferInsert,
  'accountId' | 'type' | 'name' | 'description' | 'active' | 'options' | 'optionsVersion' | 'mutator' | 'deviceLimit'
>;

export async function insertConnector(db: Db, values: ConnectorValues): Promise<number> {
  const [created] = await db.insert(connectors).values(values).returning({ id: connectors.id });
  if (!created) throw new Error('insert returned no row');
  await db
    .insert(connectorStatus)
    .values({ connectorId: created.id, state: values.active === false ? 'disabled' : 'waiting' });
  return created.id;
}

type ConnectorChanges = Partial<Omit<ConnectorValues, 'accountId' | 'type'>>;

/** With `restarts`, the process that runs the connector restarts it. */
export async function updateConnector(db: Db, id: number, changes: ConnectorChanges, restarts: boolean) {
  await db
    .update(connectors)
    .set({
      ...changes,
      updatedAt: sql`clock_timestamp()`,
      ...(restarts ? { revision: sql`${connectors.revision} + 1` } : {}),
    })
    .where(eq(connectors.id, id));
}

export async function removeConnector(db: Db, id: number): Promise<void> {
  await db.delete(connectors).where(eq(connectors.id, id));
}

export const countConnectors = (db: Db, accountId: number): Promise<number> =>
  db.$count(connectors, eq(connectors.accountId, accountId));

/** Notifies every process after the commit. Only a hint: processes also poll. */
export async function hintChange(db: Db, id: number): Promise<void> {
  await db.execute(sql`select pg_notify('connectors', ${String(id)})`);
}

export async function readRunnable(db: Db, ids?: readonly number[]) {
  return db
    .select({
      id: connectors.id,
      accountId: connectors.accountId,
      type: connectors.type,
      name: connectors.name,
      active: connectors.active,
      options: connectors.options,
      mutator: connectors.mutator,
      revision: connectors.revision,
      createdAt: connectors.createdAt,
    })
    .from(connectors)
    .where(ids ? inArray(connectors.id, [...ids]) : undefined);
}
export type Runnable = Awaited<ReturnType<typeof readRunnable>>[number];
