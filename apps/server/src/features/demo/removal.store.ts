import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { secrets } from '../../platform/secrets/secret.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { roles } from '../../platform/tenancy/role.table.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { connectors, secretOwner } from '../connectors/index.ts';
import { dashboards } from '../dashboards/index.ts';
import { configChanges } from '../devices/index.ts';
import { driverFiles, drivers } from '../drivers/index.ts';
import { droppedSeries, stateEdges, states } from '../states/index.ts';
import { twinFiles, twins } from '../twins/index.ts';
import type { BranchAccount } from './demo.store.ts';

const list = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;
const idsOf = (accounts: readonly BranchAccount[]) => accounts.map(({ id }) => id);

/** Facts about the world that must be read before it is deleted. */
interface Remains {
  series: number[];
  connectorIds: number[];
  fileKeys: string[];
}

export async function findRemains(db: Db, branch: readonly BranchAccount[]): Promise<Remains> {
  const accountIds = list(idsOf(branch));
  const series = await db.execute<{ id: number }>(sql`
    select states.id from ${states} join ${twins} on twins.id = states.twin_id where twins.account_id = any(${accountIds})`);
  const sources = await db.execute<{ id: number }>(
    sql`select id from ${connectors} where account_id = any(${accountIds})`,
  );
  const files = await db.execute<{ key: string }>(sql`
    select key from ${twinFiles} join ${twins} on twins.id = twin_files.twin_id where twins.account_id = any(${accountIds})
    union
    select key from ${driverFiles} join ${drivers} on drivers.id = driver_files.driver_id
    where drivers.account_id = any(${accountIds})`);
  return {
    series: series.rows.map(({ id }) => id),
    connectorIds: sources.rows.map(({ id }) => id),
    fileKeys: files.rows.map(({ key }) => key),
  };
}

/** Packets without a sequence number can be deleted, because no reader has seen them. */
export async function removeHandoff(db: Db, connectorIds: readonly number[]): Promise<void> {
  await db.execute(sql`delete from packet_handoff where connector_id = any(${list(connectorIds)})`);
}

/** Deletes the accounts and their contents in the order that foreign keys require. */
export async function removeAccounts(db: Db, branch: readonly BranchAccount[], remains: Remains): Promise<void> {
  const accountIds = list(idsOf(branch));
  const scopeIds = sql`(select place.id from ${scopes} place where place.path <@ (
    select own.path from ${scopes} own where own.id = ${branch[0]?.scopeId ?? 0}))`;
  await db.delete(dashboards).where(sql`account_id = any(${accountIds})`);
  await db.execute(sql`
    delete from ${stateEdges} where state_id = any(${list(remains.series)}) or source_state_id = any(${list(remains.series)})`);
  // Alarms stay when their twins are deleted, but not when their account is.
  await db.delete(twins).where(sql`account_id = any(${accountIds})`);
  await db.delete(connectors).where(inArray(connectors.id, remains.connectorIds));
  await db.delete(secrets).where(inArray(secrets.owner, remains.connectorIds.map(secretOwner)));
  await db.delete(drivers).where(sql`account_id = any(${accountIds})`);
  await db.delete(users).where(sql`account_id = any(${accountIds})`);
  await db.delete(jobs).where(sql`account_id = any(${accountIds})`);
  await db.delete(roles).where(sql`scope_id in ${scopeIds}`);
  for (const { id } of branch.toReversed()) await db.execute(sql`delete from ${accounts} where id = ${id}`);
  await db.execute(sql`delete from ${scopes} where id in ${scopeIds}`);
  await db.execute(sql`delete from ${configChanges} where account_id = any(${accountIds})`);
  await db.delete(droppedSeries).where(sql`series = any(${list(remains.series)})`);
}

/** Files that no other twin or driver uses. */
export async function unusedFiles(db: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param([...keys])}::text[]) as wanted (key)
    where not exists (select from ${twinFiles} used where used.key = wanted.key)
      and not exists (select from ${driverFiles} used where used.key = wanted.key)`);
  return rows.map(({ key }) => key);
}
