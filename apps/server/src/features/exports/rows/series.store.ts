import { readsStates } from '@stellwerk/contract/state';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { and, count, countDistinct, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Grant } from '../../../platform/policy/policy.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { deviceView } from '../../devices/index.ts';
import { stateView } from '../../states/index.ts';
import { seenHere, twinView } from '../../twins/index.ts';
import type { ExportDefinition } from '../data-export.table.ts';

/** The user whose permissions decide which states a file contains. */
export interface ExportActor {
  userId: number;
  grants: readonly Grant[];
}

const columns = {
  stateId: stateView.id,
  key: stateView.key,
  title: stateView.title,
  unit: stateView.unit,
  valueType: stateView.valueType,
  position: stateView.position,
  twinId: twinView.id,
  twinTitle: twinView.title,
  category: sql<TwinCategory>`${twinView.category}`,
  externalId: deviceView.externalId,
};

const pageSize = 500;

function matching(actor: ExportActor, { stateIds }: ExportDefinition['source']): SQL | undefined {
  return and(seenHere(actor, readsStates, twinView), inArray(stateView.id, stateIds));
}

/** The states of an export that its user may read now, by twin, in pages: there may be very many. */
export async function* findExported(db: Db, actor: ExportActor, source: ExportDefinition['source']) {
  const matches = matching(actor, source);
  for (let after: [number, number, number] = [0, 0, 0]; ; ) {
    const place = sql`(${twinView.id}, ${stateView.position}, ${stateView.id})`;
    const page = await db
      .select(columns)
      .from(stateView)
      .innerJoin(twinView, eq(twinView.id, stateView.twinId))
      .leftJoin(deviceView, eq(deviceView.twinId, twinView.id))
      .where(and(matches, sql`${place} > (${after[0]}::bigint, ${after[1]}::int, ${after[2]}::bigint)`))
      .orderBy(twinView.id, stateView.position, stateView.id)
      .limit(pageSize);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = [last.twinId, last.position, last.stateId];
  }
}
type ExportedPage = ReturnType<typeof findExported> extends AsyncGenerator<infer Page> ? Page : never;
export type ExportedSeries = ExportedPage[number];

/** Numbers of states and of their twins, and the lowest row limit of their accounts (0: no limit). */
export async function countExported(db: Db, actor: ExportActor, source: ExportDefinition['source']) {
  const [found] = await db
    .select({
      states: count(),
      twins: countDistinct(twinView.id),
      rowLimit: sql<string | null>`min(nullif(${accounts.csvExportLimit}, 0))`,
    })
    .from(stateView)
    .innerJoin(twinView, eq(twinView.id, stateView.twinId))
    .innerJoin(accounts, eq(accounts.id, twinView.accountId))
    .where(matching(actor, source));
  return { states: found?.states ?? 0, twins: found?.twins ?? 0, rowLimit: Number(found?.rowLimit ?? 0) };
}

/** The account that all of these states belong to; undefined if there are several. */
export async function accountOfStates(db: Db, stateIds: readonly number[]): Promise<number | undefined> {
  const rows = await db
    .selectDistinct({ accountId: twinView.accountId })
    .from(stateView)
    .innerJoin(twinView, eq(twinView.id, stateView.twinId))
    .where(inArray(stateView.id, [...stateIds]));
  return rows.length === 1 ? rows[0]?.accountId : undefined;
}
