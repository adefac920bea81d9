import type { ValueType } from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { alarms } from '../alarms/index.ts';
import { connectors } from '../connectors/index.ts';
import { dashboards } from '../dashboards/index.ts';
import { devices } from '../devices/index.ts';
import { drivers } from '../drivers/index.ts';
import { rules } from '../rules/index.ts';
import { states } from '../states/index.ts';
import { twinPositions, twinReferences, twins } from '../twins/index.ts';
import { demoWorlds } from './demo.table.ts';

/** Demo twins store their key in this reference, like an asset number. */
export const referenceName = 'Anlagenkennzeichen';

export const buildKind = 'demo-build';
export const removeKind = 'demo-remove';

export interface WorldRow {
  accountId: number;
  accountName: string;
  seed: number;
  startsAt: Date;
  finishedAt: Date | null;
  createdAt: Date;
}

export async function insertWorld(db: Db, world: Pick<WorldRow, 'accountId' | 'seed' | 'startsAt'>): Promise<void> {
  await db.insert(demoWorlds).values(world);
}

export async function findWorld(db: Db): Promise<WorldRow | undefined> {
  const [found] = await db
    .select({
      accountId: demoWorlds.accountId,
      accountName: accounts.name,
      seed: demoWorlds.seed,
      startsAt: demoWorlds.startsAt,
      finishedAt: demoWorlds.finishedAt,
      createdAt: accounts.createdAt,
    })
    .from(demoWorlds)
    .innerJoin(accounts, eq(accounts.id, demoWorlds.accountId));
  return found;
}

export async function finishWorld(db: Db, accountId: number, finishedAt: Date): Promise<void> {
  await db.update(demoWorlds).set({ finishedAt }).where(eq(demoWorlds.accountId, accountId));
}

/** The newest job that builds or removes the world. */
export async function findDemoJob(db: Db) {
  const [found] = await db
    .select({ id: jobs.id, kind: jobs.kind, state: jobs.state, done: jobs.done, total: jobs.total })
    .from(jobs)
    .where(inArray(jobs.kind, [buildKind, removeKind]))
    .orderBy(desc(jobs.id))
    .limit(1);
  return found;
}

const openStates: readonly string[] = ['created', 'inprogress', 'postprocessing'];
export const isOpenJob = (job: { state: string } | undefined) => job !== undefined && openStates.includes(job.state);

/** The topmost account and one of its system administrators. */
export async function findTop(db: Db): Promise<{ accountId: number; scopeId: number; userId: number } | undefined> {
  const [found] = await db
    .select({ accountId: accounts.id, scopeId: accounts.scopeId, userId: users.id })
    .from(accounts)
    .innerJoin(users, eq(users.accountId, accounts.id))
    .where(sql`${accounts.parentId} is null and ${users.kind} = 'person' and ${users.active}`)
    .orderBy(users.id)
    .limit(1);
  return found;
}

export async function findUser(db: Db, id: number): Promise<{ email: string; accountId: number } | undefined> {
  const [found] = await db
    .select({ email: users.email, accountId: users.accountId })
    .from(users)
    .where(eq(users.id, id));
  return found;
}

export interface BranchAccount {
  id: number;
  name: string;
  scopeId: number;
  parentId: number | null;
}

/** The account and its subtree, deepest last. */
export async function findBranch(db: Db, accountId: number): Promise<BranchAccount[]> {
  const own = db
    .select({ path: scopes.path })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(eq(accounts.id, accountId));
  return db
    .select({ id: accounts.id, name: accounts.name, scopeId: accounts.scopeId, parentId: accounts.parentId })
    .from(accounts)
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .where(sql`${scopes.path} <@ (${own})`)
    .orderBy(sql`nlevel(${scopes.path})`, accounts.id);
}

export async function findConnector(db: Db, accountId: number, name: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: connectors.id })
    .from(connectors)
    .where(and(eq(connectors.accountId, accountId), eq(connectors.name, name)));
  return found?.id;
}

export async function findDriver(db: Db, accountId: number, title: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: drivers.id })
    .from(drivers)
    .where(and(eq(drivers.accountId, accountId), eq(drivers.title, title)));
  return found?.id;
}

export async function findDashboards(db: Db, accountId: number): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: dashboards.id, name: dashboards.name })
    .from(dashboards)
    .where(eq(dashboards.accountId, accountId))
    .orderBy(dashboards.id);
}

export async function countDevicesIn(db: Db, accountIds: readonly number[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${devices} join ${twins} on ${twins.id} = ${devices.twinId}
    where ${twins.accountId} = any(${sql.param([...accountIds])}::bigint[])`);
  return rows[0]?.count ?? 0;
}

export async function findSeedRoles(db: Db, scopeId: number): Promise<Map<string, number>> {
  const rows = await db.select({ id: roles.id, name: roles.name }).from(roles).where(eq(roles.scopeId, scopeId));
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export async function readKeys(db: Db, accountIds: readonly number[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: twins.id, key: twinReferences.value })
    .from(twins)
    .innerJoin(twinReferences, eq(twinReferences.twinId, twins.id))
    .where(and(inArray(twins.accountId, [...accountIds]), eq(twinReferences.name, referenceName)));
  return new Map(rows.map(({ id, key }) => [key, id]));
}

export async function readStates(db: Db, twinIds: readonly number[]): Promise<Map<number, Map<string, number>>> {
  const found = new Map<number, Map<string, number>>(twinIds.map((id) => [id, new Map()]));
  if (twinIds.length === 0) return found;
  const rows = await db
    .select({ id: states.id, twinId: states.twinId, key: states.key })
    .from(states)
    .where(inArray(states.twinId, [...twinIds]));
  for (const { id, twinId, key } of rows) found.get(twinId)?.set(key, id);
  return found;
}

/** One statement, because single calls would take longer than the rest of the build. */
export async function setDecimals(db: Db, entries: readonly { stateId: number; decimals: number }[]): Promise<void> {
  if (entries.length === 0) return;
  await db.execute(sql`
    update ${states} set visualisation = states.visualisation || jsonb_build_object('decimals', entry.decimals)
    from unnest(${sql.param(entries.map(({ stateId }) => stateId))}::bigint[],
      ${sql.param(entries.map(({ decimals }) => decimals))}::int[]) as entry(id, decimals)
    where states.id = entry.id`);
}

export interface ComputedState {
  id: number;
  twinId: number;
  accountId: number;
  valueType: ValueType;
  transformer: string;
  config: SourceConfig;
}

export async function readComputed(db: Db, accountIds: readonly number[]): Promise<ComputedState[]> {
  return db
    .select({
      id: states.id,
      twinId: states.twinId,
      accountId: twins.accountId,
      valueType: states.valueType,
      transformer: states.transformer,
      config: states.config,
    })
    .from(states)
    .innerJoin(twins, eq(twins.id, states.twinId))
    .where(and(inArray(twins.accountId, [...accountIds]), sql`${states.source} like '%aggregate'`))
    .orderBy(states.id);
}

export type Coordinates = ReadonlyMap<number, { twinId: number; link: 'latitude' | 'longitude' }>;

export async function readCoordinates(db: Db, accountIds: readonly number[]): Promise<Coordinates> {
  const rows = await db
    .select({ id: states.id, twinId: states.twinId, link: states.geoLink })
    .from(states)
    .innerJoin(twins, eq(twins.id, states.twinId))
    .where(and(inArray(twins.accountId, [...accountIds]), sql`${states.geoLink} is not null`));
  return new Map(rows.flatMap(({ id, twinId, link }) => (link ? [[id, { twinId, link }]] : [])));
}

export interface PastPosition {
  twinId: number;
  at: number;
  latitude: number;
  longitude: number;
}

/** Inserts past positions without changing the current position of the twins. */
export async function insertPositions(db: Db, positions: readonly PastPosition[]): Promise<void> {
  if (positions.length === 0) return;
  const column = (name: keyof PastPosition) => sql.param(positions.map((each) => each[name]));
  await db.execute(sql`
    insert into ${twinPositions} (twin_id, at, latitude, longitude)
    select twin_id, to_timestamp(at_ms / 1000), latitude, longitude
    from unnest(${column('twinId')}::bigint[], ${column('at')}::double precision[],
      ${column('latitude')}::double precision[], ${column('longitude')}::double precision[])
      as place(twin_id, at_ms, latitude, longitude)
    on conflict do nothing`);
}

/** Whether the packets of this day exist already. */
export async function hasPackets(db: Db, connectorIds: readonly number[], fromMs: number, toMs: number) {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from packets where connector_id = any(${sql.param([...connectorIds])}::bigint[])
        and received_at >= ${fromMs} and received_at < ${toMs})
      or exists (select from packet_days where connector_id = any(${sql.param([...connectorIds])}::bigint[])
        and last_at >= ${fromMs} and first_at < ${toMs}) as found`);
  return rows[0]?.found ?? false;
}

interface WorldDeviceRow {
  twinId: number;
  accountId: number;
  connectorId: number;
}

export async function readDevices(db: Db, accountIds: readonly number[]): Promise<Map<string, WorldDeviceRow>> {
  const rows = await db
    .select({
      externalId: devices.externalId,
      twinId: devices.twinId,
      accountId: twins.accountId,
      connectorId: devices.connectorId,
    })
    .from(devices)
    .innerJoin(twins, eq(twins.id, devices.twinId))
    .where(inArray(twins.accountId, [...accountIds]));
  return new Map(rows.map(({ externalId, ...row }) => [externalId, row]));
}

/** Checks rule alarms only, because health alarms can arise before the past is written. */
export async function hasRuleAlarms(db: Db, accountIds: readonly number[]): Promise<boolean> {
  const found = await db
    .select({ id: alarms.id })
    .from(alarms)
    .where(and(inArray(alarms.accountId, [...accountIds]), eq(alarms.origin, 'rule')))
    .limit(1);
  return found.length > 0;
}

/** Rules whose alarms must be resolved by hand. */
export async function findRulesToEnd(db: Db, accountIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: rules.id })
    .from(rules)
    .innerJoin(twins, eq(twins.id, rules.twinId))
    .where(
      and(
        inArray(twins.accountId, [...accountIds]),
        sql`${rules.definition} -> 'alarm' ->> 'resolvesItself' = 'false'`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Records the first user of the account as the one who resolved past alarms of these rules. */
export async function creditPeople(db: Db, ruleIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    update ${alarms} set resolved_by = (select min(users.id) from ${users} where users.account_id = alarms.account_id)
    where alarms.origin = 'rule' and alarms.origin_id = any(${sql.param([...ruleIds])}::bigint[])
      and alarms.resolved_at is not null`);
}
