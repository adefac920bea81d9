import type { ExportSelection } from '@stellwerk/contract/export-schedule';
import { readsStates } from '@stellwerk/contract/state';
import type { TwinCategory } from '@stellwerk/contract/twin';
import { and, count, countDistinct, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import type { Grant } from '../../../platform/policy/policy.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { deviceView, visibleDevices } from '../../devices/index.ts';
import { stateView } from '../../states/index.ts';
import { filteredTwins, seenHere, seesTwins, twinView } from '../../twins/index.ts';
import type { ExportSource } from '../data-export.table.ts';

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

/** Empty filters of a selection filter nothing. */
const isAmong = (ids: readonly number[]): SQL | undefined =>
  ids.length > 0 ? inArray(twinView.id, [...ids]) : undefined;
const filled = <T>(list: readonly T[]): T[] | undefined => (list.length > 0 ? [...list] : undefined);
const given = <T>(value: T | null): T | undefined => value ?? undefined;

function matchingTwins(actor: ExportActor, tenantId: number, { twins }: ExportSelection): SQL | undefined {
  if (!twins) return undefined;
  const { search, belowId, types, tags, ids } = twins;
  const filter = { tenantId, category: 'digitalTwin' as const, twinId: given(belowId), types: filled(types) };
  const rows = filteredTwins(actor, { ...filter, tags: filled(tags), search: search || undefined }, seesTwins);
  return and(sql`${twinView.id} in (select ${rows.id} ${rows.every})`, isAmong(ids));
}

function matchingDevices(actor: ExportActor, tenantId: number, { devices }: ExportSelection): SQL | undefined {
  if (!devices) return undefined;
  const { search, belowId, driverIds, connectorId, operationalStatus, tags, groups, ids } = devices;
  const rows = visibleDevices(actor, {
    ...{ tenantId, twinId: given(belowId), connectorId: given(connectorId), operationalStatus, tags, groups, search },
  });
  return and(
    sql`${twinView.id} in (select ${rows.id} ${rows.every})`,
    driverIds.length > 0 ? inArray(deviceView.driverId, [...driverIds]) : undefined,
    isAmong(ids),
  );
}

function matching(actor: ExportActor, source: ExportSource): SQL | undefined {
  const seen = seenHere(actor, readsStates, twinView);
  if ('stateIds' in source) return and(seen, inArray(stateView.id, source.stateIds));
  const { tenantId, selection, stateKeys } = source;
  return and(
    seen,
    or(matchingTwins(actor, tenantId, selection), matchingDevices(actor, tenantId, selection)) ?? sql`false`,
    stateKeys.length > 0 ? inArray(stateView.key, [...stateKeys]) : undefined,
  );
}

/** The states of an export that its user may read now, by twin, in pages: there may be very many. */
export async function* findExported(db: Db, actor: ExportActor, source: ExportSource) {
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
export async function countExported(db: Db, actor: ExportActor, source: ExportSource) {
  const [found] = await db
    .select({
      states: count(),
      twins: countDistinct(twinView.id),
      rowLimit: sql<string | null>`min(nullif(${accounts.csvExportLimit}, 0))`,
    })
    .from(stateView)
    .innerJoin(twinView, eq(twinView.id, stateView.twinId))
    .leftJoin(deviceView, eq(deviceView.twinId, twinView.id))
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
