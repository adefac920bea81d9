import type { RouteInput } from '@stellwerk/contract/core/route';
import { healths, readsDevices } from '@stellwerk/contract/device';
import type { LinkedSort, listLinkedDevices } from '@stellwerk/contract/device-template-calls';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { deviceStatusView } from '../../../ingest/newest/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { defineList } from '../../../platform/tenancy/list.ts';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { deviceView, visibleDevices } from '../../devices/index.ts';
import { inTwin, twinView } from '../../twins/index.ts';
import { deviceTemplates, templateLinks, templateRules, templateVersions } from '../template.table.ts';

type NewLink = typeof templateLinks.$inferInsert;
export type LinkRecord = typeof templateLinks.$inferSelect;

export async function insertLinks(db: Db, rows: readonly NewLink[]): Promise<void> {
  await db.insert(templateLinks).values([...rows]);
}

export async function findLink(db: Db, twinId: number): Promise<LinkRecord | undefined> {
  const [found] = await db.select().from(templateLinks).where(eq(templateLinks.twinId, twinId));
  return found;
}

export const findLinks = (db: Db, twinIds: readonly number[]): Promise<LinkRecord[]> =>
  db
    .select()
    .from(templateLinks)
    .where(inArray(templateLinks.twinId, [...twinIds]));

export async function removeLink(db: Db, twinId: number): Promise<LinkRecord | undefined> {
  const [removed] = await db.delete(templateLinks).where(eq(templateLinks.twinId, twinId)).returning();
  return removed;
}

export const countLinked = (db: Db, templateId: number): Promise<number> =>
  db.$count(templateLinks, eq(templateLinks.templateId, templateId));

const scopedLinks = inTwin(templateLinks, { id: templateLinks.twinId, twinId: templateLinks.twinId });
const withDevice = sql`inner join ${deviceView} on ${deviceView.twinId} = ${templateLinks.twinId}
  inner join ${deviceStatusView} on ${deviceStatusView.twinId} = ${templateLinks.twinId}`;

const linkedPage = defineList<LinkedSort>({
  sort: {
    title: sql`lower(${twinView.title})`,
    externalId: deviceView.externalId,
    state: templateLinks.state,
    lastSeenAt: deviceStatusView.lastSeenAt,
  },
  nullable: ['lastSeenAt'],
  search: [{ lower: twinView.searchText }, deviceView.externalId],
});

export function findLinkedDevices(
  db: Db,
  actor: Pick<Actor, 'grants'>,
  templateId: number,
  query: RouteInput<typeof listLinkedDevices>['query'],
) {
  const found = scopedFrom(scopedLinks, actor, readsDevices)
    .join(withDevice)
    .where(eq(templateLinks.templateId, templateId), query.state ? eq(templateLinks.state, query.state) : undefined);
  return linkedPage(db, found, query, (ids) =>
    db
      .select({
        id: templateLinks.twinId,
        title: twinView.title,
        externalId: deviceView.externalId,
        health: deviceView.health,
        lastSeenAt: deviceStatusView.lastSeenAt,
        state: templateLinks.state,
        version: templateLinks.version,
        isCanary: templateLinks.isCanary,
        syncedAt: templateLinks.syncedAt,
        code: templateLinks.code,
        params: templateLinks.params,
      })
      .from(templateLinks)
      .innerJoin(twinView, eq(twinView.id, templateLinks.twinId))
      .innerJoin(deviceView, eq(deviceView.twinId, templateLinks.twinId))
      .innerJoin(deviceStatusView, eq(deviceStatusView.twinId, templateLinks.twinId))
      .where(inArray(templateLinks.twinId, ids)),
  );
}

export const healthOf = (health: number | null) => healths[health ?? 0] ?? 'unknown';

/** The templates of the devices that match a filter. */
export async function findTemplatesOfDevices(
  db: Db,
  actor: Pick<Actor, 'userId' | 'grants'>,
  filter: Parameters<typeof visibleDevices>[1],
) {
  const devices = visibleDevices(actor, filter);
  const { rows } = await db.execute<{ id: number; title: string; deviceCount: number }>(sql`
    select template.id, template.title, count(*)::int as "deviceCount"
    from ${templateLinks} link join ${deviceTemplates} template on template.id = link.template_id
    where link.twin_id in (select ${devices.id} ${devices.every})
    group by template.id order by lower(template.title), template.id limit 500`);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Published templates for a device of this account, connector and driver. */
export const findMatching = (
  db: Db,
  place: { accountId: number; connectorId: number; driverId: number },
  search: string,
) =>
  db
    .select({
      id: deviceTemplates.id,
      title: deviceTemplates.title,
      version: sql<number>`${deviceTemplates.productive}`,
    })
    .from(deviceTemplates)
    .where(
      and(
        eq(deviceTemplates.accountId, place.accountId),
        sql`exists (select from ${templateVersions} version where version.template_id = ${deviceTemplates.id}
          and version.number = ${deviceTemplates.productive}
          and (version.content ->> 'connectorId')::bigint = ${place.connectorId}
          and (version.content ->> 'driverId')::bigint = ${place.driverId})`,
        search === '' ? undefined : sql`strpos(lower(${deviceTemplates.title}), ${search.toLowerCase()}) > 0`,
      ),
    )
    .orderBy(asc(sql`lower(${deviceTemplates.title})`), asc(deviceTemplates.id))
    .limit(100);

export const findPlacedRules = (db: Db, twinIds: readonly number[]) =>
  db
    .select()
    .from(templateRules)
    .where(inArray(templateRules.twinId, [...twinIds]));

export async function findPlacedRule(db: Db, ruleId: number) {
  const [found] = await db
    .select({ twinId: templateRules.twinId, title: deviceTemplates.title })
    .from(templateRules)
    .innerJoin(templateLinks, eq(templateLinks.twinId, templateRules.twinId))
    .innerJoin(deviceTemplates, eq(deviceTemplates.id, templateLinks.templateId))
    .where(eq(templateRules.ruleId, ruleId));
  return found;
}

export async function insertPlacedRules(db: Db, rows: readonly (typeof templateRules.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(templateRules).values([...rows]);
}

/** The devices that tried a version, or all, that have another version than this one, by id. */
export const openLinks = (db: Db, { templateId, number, isCanary, after, limit }: OpenLinks): Promise<LinkRecord[]> =>
  db
    .select()
    .from(templateLinks)
    .where(
      and(
        eq(templateLinks.templateId, templateId),
        sql`${templateLinks.twinId} > ${after}`,
        sql`(${templateLinks.version} is distinct from ${number} or ${templateLinks.state} <> 'synced')`,
        isCanary ? eq(templateLinks.isCanary, true) : undefined,
      ),
    )
    .orderBy(asc(templateLinks.twinId))
    .limit(limit)
    .for('update');

interface OpenLinks {
  templateId: number;
  number: number;
  isCanary: boolean;
  after: number;
  limit: number;
}

export async function markSynced(db: Db, twinIds: readonly number[], number: number, now: Date): Promise<void> {
  if (twinIds.length === 0) return;
  await db
    .update(templateLinks)
    .set({ version: number, state: 'synced', code: null, params: null, syncedAt: now })
    .where(inArray(templateLinks.twinId, [...twinIds]));
}

export async function markFailed(
  db: Db,
  twinId: number,
  { code, params }: { code: string; params: Record<string, string | number> },
): Promise<void> {
  await db.update(templateLinks).set({ state: 'failed', code, params }).where(eq(templateLinks.twinId, twinId));
}

/** Chooses the devices that try a version: those that were heard last, because they show problems first. */
export async function chooseCanaries(db: Db, templateId: number, count: number) {
  await clearCanaries(db, templateId);
  const chosen = await db
    .select({ twinId: templateLinks.twinId, health: deviceView.health })
    .from(templateLinks)
    .innerJoin(twinView, eq(twinView.id, templateLinks.twinId))
    .innerJoin(deviceView, eq(deviceView.twinId, templateLinks.twinId))
    .innerJoin(deviceStatusView, eq(deviceStatusView.twinId, templateLinks.twinId))
    .where(and(eq(templateLinks.templateId, templateId), eq(twinView.disabled, false)))
    .orderBy(sql`${deviceStatusView.lastSeenAt} desc nulls last`, asc(templateLinks.twinId))
    .limit(count);
  const ids = chosen.map(({ twinId }) => twinId);
  if (ids.length > 0) {
    await db.update(templateLinks).set({ isCanary: true }).where(inArray(templateLinks.twinId, ids));
  }
  return chosen;
}

export async function clearCanaries(db: Db, templateId: number): Promise<void> {
  await db
    .update(templateLinks)
    .set({ isCanary: false })
    .where(and(eq(templateLinks.templateId, templateId), eq(templateLinks.isCanary, true)));
}

export const findCanaries = (db: Db, templateId: number) =>
  db
    .select({
      twinId: templateLinks.twinId,
      state: templateLinks.state,
      version: templateLinks.version,
      syncedAt: templateLinks.syncedAt,
      health: deviceView.health,
    })
    .from(templateLinks)
    .innerJoin(deviceView, eq(deviceView.twinId, templateLinks.twinId))
    .where(and(eq(templateLinks.templateId, templateId), eq(templateLinks.isCanary, true)));

/** The devices of a template in the order of their ids, after this one. */
export async function linkedIds(db: Db, templateId: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: templateLinks.twinId })
    .from(templateLinks)
    .where(and(eq(templateLinks.templateId, templateId), sql`${templateLinks.twinId} > ${after}`))
    .orderBy(asc(templateLinks.twinId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function linkedDevicesOfDriver(db: Db, driverId: number): Promise<number[]> {
  const rows = await db
    .select({ id: templateLinks.twinId })
    .from(templateLinks)
    .innerJoin(deviceView, eq(deviceView.twinId, templateLinks.twinId))
    .where(eq(deviceView.driverId, driverId));
  return rows.map(({ id }) => id);
}
