import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { defineSchedule } from '../../../platform/jobs/define-job.ts';
import { configChanges, configVersions } from './config-log.table.ts';

/** A mark for the whole configuration; it differs after every change. */
export async function configMark(db: Db): Promise<string> {
  const { rows } = await db.execute<{ mark: string }>(
    sql`select count(*) || ' ' || coalesce(sum(version), 0) as mark from ${configVersions}`,
  );
  return rows[0]?.mark ?? '';
}

/** Differs after every change of the configuration of an account. */
export async function configVersionOf(db: Db, accountId: number): Promise<number> {
  const [row] = await db
    .select({ version: configVersions.version })
    .from(configVersions)
    .where(eq(configVersions.accountId, accountId));
  return row?.version ?? 0;
}

export async function readVersions(db: Db): Promise<Map<number, number>> {
  const rows = await db.select({ id: configVersions.accountId, version: configVersions.version }).from(configVersions);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export interface ChangedObjects {
  twinIds: number[];
  driverIds: number[];
  /** Accounts whose single changes are no longer known. */
  wholeAccounts: number[];
}

/** The changes between two readings of the versions. */
export async function readChanges(
  db: Db,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): Promise<ChangedObjects> {
  const moved = [...after].filter(([id, version]) => version !== (before.get(id) ?? 0));
  if (moved.length === 0) return { twinIds: [], driverIds: [], wholeAccounts: [] };
  const accounts = sql.param(moved.map(([id]) => id));
  const from = sql.param(moved.map(([id]) => before.get(id) ?? 0));
  const known: SQL = sql`unnest(${accounts}::bigint[], ${from}::bigint[]) as known (account_id, version)`;
  const { rows } = await db.execute<{
    account_id: number;
    oldest: number | null;
    isWhole: boolean | null;
    twins: number[] | null;
    drivers: number[] | null;
  }>(sql`
    select known.account_id, min(change.version) as oldest,
      bool_or(change.twin_id is null and change.driver_id is null) as "isWhole",
      array_agg(distinct change.twin_id) filter (where change.twin_id is not null) as twins,
      array_agg(distinct change.driver_id) filter (where change.driver_id is not null) as drivers
    from ${known} left join ${configChanges} change
      on change.account_id = known.account_id and change.version > known.version
    group by known.account_id, known.version`);
  const changed: ChangedObjects = { twinIds: [], driverIds: [], wholeAccounts: [] };
  for (const row of rows) {
    // Old entries are deleted: if the first one is missing, others may be missing too.
    const isCut = row.oldest !== (before.get(row.account_id) ?? 0) + 1;
    if (isCut || row.isWhole) changed.wholeAccounts.push(row.account_id);
    else {
      changed.twinIds.push(...(row.twins ?? []));
      changed.driverIds.push(...(row.drivers ?? []));
    }
  }
  return changed;
}

/** Deletes the entries that no directory needs any more. */
export const dropOldChanges = defineSchedule({
  name: 'config.drop-changes',
  cron: '35 * * * *',
  async run({ db, scheduledAt }) {
    const before = new Date(scheduledAt.getTime() - 3_600_000).toISOString();
    await db.execute(sql`delete from ${configChanges} where changed_at < ${before}::timestamptz`);
  },
});
