import type { FilterSort, filterListQuery } from '@stellwerk/contract/flow-filter';
import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { defineList } from '../../../platform/tenancy/list.ts';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { flowFilters } from '../flow.table.ts';
import { scopedFilters } from '../flow.view.ts';

const columns = {
  id: flowFilters.id,
  accountId: flowFilters.accountId,
  accountName: accounts.name,
  name: flowFilters.name,
  description: flowFilters.description,
  type: flowFilters.type,
  inputType: flowFilters.inputType,
  match: flowFilters.match,
  conditions: flowFilters.conditions,
  script: flowFilters.script,
  createdAt: flowFilters.createdAt,
  updatedAt: flowFilters.updatedAt,
};

const select = (db: Db) =>
  db.select(columns).from(flowFilters).innerJoin(accounts, eq(accounts.id, flowFilters.accountId));
export type FoundFilter = Awaited<ReturnType<typeof select>>[number];

const filterPage = defineList<FilterSort>({
  sort: {
    name: sql`lower(${flowFilters.name})`,
    type: flowFilters.type,
    createdAt: flowFilters.createdAt,
    updatedAt: flowFilters.updatedAt,
  },
  search: [flowFilters.name, flowFilters.description],
});

export function findFilters(db: Db, actor: Pick<Actor, 'grants'>, list: z.output<typeof filterListQuery>) {
  const found = scopedFrom(scopedFilters, actor, 'all.manage').where(
    list.tenantId ? eq(flowFilters.accountId, list.tenantId) : undefined,
    list.type ? eq(flowFilters.type, list.type) : undefined,
  );
  return filterPage(db, found, list, (ids) => select(db).where(inArray(flowFilters.id, ids)));
}

export async function findFilter(db: Db, id: number): Promise<FoundFilter | undefined> {
  const [found] = await select(db).where(eq(flowFilters.id, id));
  return found;
}

/** Flows that take the filter into use wait, so that it can be deleted only while none does. */
export async function lockFilter(db: Db, id: number): Promise<{ name: string } | undefined> {
  const [found] = await db
    .select({ name: flowFilters.name })
    .from(flowFilters)
    .where(eq(flowFilters.id, id))
    .for('update');
  return found;
}

type Values = typeof flowFilters.$inferInsert;

export async function insertFilter(db: Db, values: Values): Promise<number> {
  const [created] = await db.insert(flowFilters).values(values).returning({ id: flowFilters.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function changeFilter(db: Db, id: number, values: Partial<Values>): Promise<void> {
  await db
    .update(flowFilters)
    .set({ ...values, revision: sql`${flowFilters.revision} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(flowFilters.id, id));
}

export async function removeFilter(db: Db, id: number): Promise<void> {
  await db.delete(flowFilters).where(eq(flowFilters.id, id));
}
