import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { activity, activityChains } from './activity.table.ts';
import type { ChainedEntry, ChainHead, SealedEntry } from './hash-chain.ts';

const columns = {
  id: activity.id,
  at: sql<string>`to_char(${activity.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  accountId: activity.accountId,
  userId: activity.userId,
  userEmail: activity.userEmail,
  sessionId: activity.sessionId,
  apiKeyId: activity.apiKeyId,
  impersonatorId: activity.impersonatorId,
  impersonatorEmail: activity.impersonatorEmail,
  address: activity.address,
  method: activity.method,
  path: activity.path,
  outcome: activity.outcome,
  code: activity.code,
  objects: activity.objects,
  details: activity.details,
  requestId: activity.requestId,
};

const lockSpace = 7_306_041;

/** Only one process seals at a time; the lock is released with the transaction. */
export async function lockSealing(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockSpace}::int, 0) as locked`,
  );
  return rows[0]?.locked ?? false;
}

/** Selects by the missing seal instead of by id, because a transaction can take a low id and commit late. */
export function findUnsealed(db: Db, settledMs: number, limit: number): Promise<ChainedEntry[]> {
  const settled = sql`now() - ${settledMs} * interval '1 millisecond'`;
  return db
    .select(columns)
    .from(activity)
    .where(and(isNull(activity.chainSeq), lt(activity.at, settled)))
    .orderBy(asc(activity.id))
    .limit(limit);
}

export async function findHeads(db: Db, chainIds: number[]): Promise<Map<number, ChainHead>> {
  const rows = await db.select().from(activityChains).where(inArray(activityChains.chainId, chainIds));
  return new Map(rows.map(({ chainId, ...head }) => [chainId, head]));
}

/** Fails instead of sealing an entry twice or assigning a position twice. */
export async function saveSeals(db: Db, entries: SealedEntry[], heads: ReadonlyMap<number, ChainHead>): Promise<void> {
  const seals = entries.map(({ id, chainSeq, chainHash }) => ({ id, seq: chainSeq, hash: chainHash.toString('hex') }));
  const { rowCount } = await db.execute(sql`
    update ${activity} set chain_seq = seal.seq, chain_hash = decode(seal.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) as seal (id bigint, seq bigint, hash text)
    where ${activity.id} = seal.id and ${activity.chainSeq} is null`);
  if (rowCount !== entries.length) throw new Error(`${rowCount} of ${entries.length} entries could be sealed`);
  const ends = [...heads].map(([chainId, head]) => ({ chainId, ...head }));
  await db
    .insert(activityChains)
    .values(ends)
    .onConflictDoUpdate({
      target: activityChains.chainId,
      set: { seq: sql`excluded.seq`, hash: sql`excluded.hash` },
    });
}

const chainOf = sql<number>`coalesce(${activity.accountId}, 0)`;

/** Ids of all chains with a recorded end or an entry, in order. */
export async function findChainIds(db: Db, only?: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select chain_id as id from ${activityChains}
    union
    select distinct ${chainOf} from ${activity} where ${activity.chainSeq} is not null
    order by id`);
  return rows.map(({ id }) => Number(id)).filter((id) => only === undefined || id === only);
}

export async function findSealed(db: Db, chainId: number, after: number, limit: number): Promise<SealedEntry[]> {
  const rows = await db
    .select({ ...columns, chainSeq: activity.chainSeq, chainHash: activity.chainHash })
    .from(activity)
    .where(and(eq(chainOf, chainId), isNotNull(activity.chainSeq), gt(activity.chainSeq, after)))
    .orderBy(asc(activity.chainSeq))
    .limit(limit);
  // A seal without a hash matches no entry.
  return rows.map((row) => ({ ...row, chainSeq: row.chainSeq ?? 0, chainHash: row.chainHash ?? Buffer.alloc(0) }));
}

export async function countUnsealed(db: Db, only?: number): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(activity)
    .where(and(isNull(activity.chainSeq), only === undefined ? undefined : eq(chainOf, only)));
  return found?.count ?? 0;
}
