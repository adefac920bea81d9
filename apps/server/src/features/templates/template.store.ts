import { readsTemplates, type TemplateContent, templateContent } from '@stellwerk/contract/device-template';
import type { TemplateSort, templateListQuery } from '@stellwerk/contract/device-template-calls';
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { containsWords } from '../../platform/db/search.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import { accounts } from '../../platform/tenancy/account.table.ts';
import { defineList } from '../../platform/tenancy/list.ts';
import { scopes } from '../../platform/tenancy/scope.table.ts';
import { scopedFrom } from '../../platform/tenancy/scoped-from.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { connectorView } from '../connectors/index.ts';
import { driverView } from '../drivers/index.ts';
import { deviceTemplates, templateLinks, templateVersions } from './template.table.ts';
import { scopedTemplates } from './template.view.ts';

/** Adds the defaults of fields that did not exist when a content was stored. */
const contentOf = (stored: unknown): TemplateContent => templateContent.parse(stored);

const userName = sql<string | null>`coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''),
  ${users.username})`;

const isRunning = sql<boolean>`exists (select from ${jobs} where ${jobs.id} = ${deviceTemplates.jobId}
  and ${jobs.state} in ('created', 'inprogress', 'postprocessing'))`;

const columns = {
  id: deviceTemplates.id,
  title: deviceTemplates.title,
  accountId: deviceTemplates.accountId,
  accountName: accounts.name,
  accountScopeId: accounts.scopeId,
  scopePath: sql<string>`${scopes.path}::text`,
  hasChanges: deviceTemplates.hasChanges,
  productive: deviceTemplates.productive,
  icon: sql<string>`${deviceTemplates.draft} ->> 'icon'`,
  driverVersion: sql<number | null>`(${deviceTemplates.draft} ->> 'driverVersion')::int`,
  connectorId: deviceTemplates.connectorId,
  connectorName: connectorView.name,
  connectorType: connectorView.type,
  driverId: deviceTemplates.driverId,
  driverTitle: driverView.title,
  canary: deviceTemplates.canary,
  jobId: deviceTemplates.jobId,
  isRunning,
  createdAt: deviceTemplates.createdAt,
  updatedAt: deviceTemplates.updatedAt,
};

const driverTitle = sql<string>`coalesce(${driverView.title}, '')`;
/** Nothing indexes this text: an account has far fewer templates than devices. */
const searchedText = sql`lower(${deviceTemplates.id}::text || ' ' || ${deviceTemplates.title} || ' ' || ${driverTitle})`;

const templatePage = defineList<TemplateSort>({
  sort: {
    title: sql`lower(${deviceTemplates.title})`,
    driver: sql`lower(${driverTitle})`,
    createdAt: deviceTemplates.createdAt,
    updatedAt: deviceTemplates.updatedAt,
  },
  search: [searchedText],
});

export type TemplateList = z.output<typeof templateListQuery>;

const select = (db: Db) =>
  db
    .select(columns)
    .from(deviceTemplates)
    .innerJoin(accounts, eq(accounts.id, deviceTemplates.accountId))
    .innerJoin(scopes, eq(scopes.id, accounts.scopeId))
    .leftJoin(connectorView, eq(connectorView.id, deviceTemplates.connectorId))
    .leftJoin(driverView, eq(driverView.id, deviceTemplates.driverId));

export function findTemplates(db: Db, actor: Pick<Actor, 'grants'>, list: TemplateList) {
  const words = (list.searchItems ?? []).map((item) => containsWords(item, [searchedText]));
  const found = scopedFrom(scopedTemplates, actor, readsTemplates)
    .join(sql`left join ${driverView} on ${driverView.id} = ${deviceTemplates.driverId}`)
    .where(
      list.tenantId === undefined ? undefined : eq(deviceTemplates.accountId, list.tenantId),
      list.tenantIds?.length ? inArray(deviceTemplates.accountId, list.tenantIds) : undefined,
      list.search_operator === 'OR' ? or(...words) : and(...words),
    );
  return templatePage(db, found, list, (ids) => select(db).where(inArray(deviceTemplates.id, ids)));
}

export interface LinkCounts {
  devices: number;
  failed: number;
  pending: number;
}

export async function countLinks(db: Db, ids: readonly number[]): Promise<Map<number, LinkCounts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: templateLinks.templateId,
      devices: sql<number>`count(*)::int`,
      failed: sql<number>`(count(*) filter (where ${templateLinks.state} = 'failed'))::int`,
      pending: sql<number>`(count(*) filter (where ${templateLinks.state} = 'pending'
        or ${templateLinks.version} is distinct from ${deviceTemplates.productive}))::int`,
    })
    .from(templateLinks)
    .innerJoin(deviceTemplates, eq(deviceTemplates.id, templateLinks.templateId))
    .where(inArray(templateLinks.templateId, [...ids]))
    .groupBy(templateLinks.templateId);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export async function findTemplate(db: Db, id: number) {
  const [found] = await select(db).where(eq(deviceTemplates.id, id));
  return found;
}
export type FoundTemplate = NonNullable<Awaited<ReturnType<typeof findTemplate>>>;

export async function findDraft(db: Db, id: number) {
  const [found] = await db
    .select({
      revision: deviceTemplates.draftRevision,
      content: deviceTemplates.draft,
      changedAt: deviceTemplates.draftChangedAt,
      changedBy: userName,
    })
    .from(deviceTemplates)
    .leftJoin(users, eq(users.id, deviceTemplates.draftChangedBy))
    .where(eq(deviceTemplates.id, id));
  return found && { ...found, content: contentOf(found.content) };
}

/** Locks a template against changes of itself, its versions and its links. */
export async function lockTemplate(db: Db, id: number) {
  const [found] = await db.select().from(deviceTemplates).where(eq(deviceTemplates.id, id)).for('no key update');
  return found;
}
export type TemplateRecord = NonNullable<Awaited<ReturnType<typeof lockTemplate>>>;

export async function isSyncRunning(db: Db, id: number): Promise<boolean> {
  const [found] = await db.select({ isRunning }).from(deviceTemplates).where(eq(deviceTemplates.id, id));
  return found?.isRunning === true;
}

type NewTemplate = typeof deviceTemplates.$inferInsert;

const refuseDuplicate =
  (title: string) =>
  (error: unknown): never => {
    if (!violates(error, 'device_templates_name')) throw error;
    const issues = [{ path: 'title', code: 'taken' as const, params: {} }];
    return fail('DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS', { title }, { issues, cause: error });
  };

export async function insertTemplate(db: Db, values: NewTemplate): Promise<number> {
  const [created] = await db
    .insert(deviceTemplates)
    .values(values)
    .returning({ id: deviceTemplates.id })
    .catch(refuseDuplicate(values.title));
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function changeTemplate(db: Db, id: number, change: Partial<NewTemplate>): Promise<void> {
  await db
    .update(deviceTemplates)
    .set(change)
    .where(eq(deviceTemplates.id, id))
    .catch(refuseDuplicate(change.title ?? ''));
}

export async function removeTemplate(db: Db, id: number): Promise<void> {
  await db.delete(deviceTemplates).where(eq(deviceTemplates.id, id));
}

/** Others can add templates to the account only after the end of the transaction. */
export async function countWithLock(db: Db, accountId: number): Promise<number> {
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  return db.$count(deviceTemplates, eq(deviceTemplates.accountId, accountId));
}

/** Versions without their contents, the newest first. */
export const listVersions = (db: Db, templateId: number) =>
  db
    .select({
      number: templateVersions.number,
      notes: templateVersions.notes,
      restores: templateVersions.restores,
      publishedAt: templateVersions.publishedAt,
      publishedBy: userName,
      deviceCount: sql<number>`(select count(*)::int from ${templateLinks}
        where ${templateLinks.templateId} = ${templateVersions.templateId}
        and ${templateLinks.version} = ${templateVersions.number})`,
    })
    .from(templateVersions)
    .leftJoin(users, eq(users.id, templateVersions.publishedBy))
    .where(eq(templateVersions.templateId, templateId))
    .orderBy(desc(templateVersions.number));
export type FoundHead = Awaited<ReturnType<typeof listVersions>>[number];

export async function findContent(db: Db, templateId: number, number: number) {
  const [found] = await db
    .select({ content: templateVersions.content })
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.number, number)));
  return found && contentOf(found.content);
}

export async function findNewestNumber(db: Db, templateId: number): Promise<number> {
  const [found] = await db
    .select({ number: sql<number>`coalesce(max(${templateVersions.number}), 0)` })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId));
  return found?.number ?? 0;
}

export async function insertVersion(db: Db, values: typeof templateVersions.$inferInsert): Promise<void> {
  await db.insert(templateVersions).values(values);
}

/** Templates whose newest version is being tried. */
export async function templatesInTrial(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: deviceTemplates.id })
    .from(deviceTemplates)
    .where(sql`${deviceTemplates.canary} is not null and ${deviceTemplates.canary} ->> 'haltedAt' is null`)
    .orderBy(deviceTemplates.id);
  return rows.map(({ id }) => id);
}

/** Names of the connectors and drivers of contents, as far as they still exist. */
export async function findNames(db: Db, contents: readonly TemplateContent[]) {
  const connectorIds = contents.map(({ connectorId }) => connectorId);
  const driverIds = contents.map(({ driverId }) => driverId);
  return {
    connectors: await db
      .select({ id: connectorView.id, name: connectorView.name })
      .from(connectorView)
      .where(inArray(connectorView.id, connectorIds)),
    drivers: await db
      .select({ id: driverView.id, title: driverView.title })
      .from(driverView)
      .where(inArray(driverView.id, driverIds)),
  };
}

export const countTemplates = (db: Db, accountId: number): Promise<number> =>
  db.$count(deviceTemplates, eq(deviceTemplates.accountId, accountId));
