import type { TransformerSort, transformerListQuery } from '@stellwerk/contract/flow-transformer';
import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { defineList } from '../../../platform/tenancy/list.ts';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { flowTransformers } from '../flow.table.ts';
import { scopedTransformers } from '../flow.view.ts';

const columns = {
  id: flowTransformers.id,
  accountId: flowTransformers.accountId,
  accountName: accounts.name,
  name: flowTransformers.name,
  description: flowTransformers.description,
  type: flowTransformers.type,
  inputType: flowTransformers.inputType,
  outputType: flowTransformers.outputType,
  script: flowTransformers.script,
  testValue: flowTransformers.testValue,
  createdAt: flowTransformers.createdAt,
  updatedAt: flowTransformers.updatedAt,
};

const select = (db: Db) =>
  db.select(columns).from(flowTransformers).innerJoin(accounts, eq(accounts.id, flowTransformers.accountId));
export type FoundTransformer = Awaited<ReturnType<typeof select>>[number];

const transformerPage = defineList<TransformerSort>({
  sort: {
    name: sql`lower(${flowTransformers.name})`,
    type: flowTransformers.type,
    createdAt: flowTransformers.createdAt,
    updatedAt: flowTransformers.updatedAt,
  },
  search: [flowTransformers.name, flowTransformers.description],
});

export function findTransformers(db: Db, actor: Pick<Actor, 'grants'>, list: z.output<typeof transformerListQuery>) {
  const found = scopedFrom(scopedTransformers, actor, 'all.manage').where(
    list.tenantId ? eq(flowTransformers.accountId, list.tenantId) : undefined,
    list.type ? eq(flowTransformers.type, list.type) : undefined,
  );
  return transformerPage(db, found, list, (ids) => select(db).where(inArray(flowTransformers.id, ids)));
}

export async function findTransformer(db: Db, id: number): Promise<FoundTransformer | undefined> {
  const [found] = await select(db).where(eq(flowTransformers.id, id));
  return found;
}

/** Flows that take the transformer into use wait, so that it can be deleted only while none does. */
export async function lockTransformer(db: Db, id: number): Promise<{ name: string } | undefined> {
  const [found] = await db
    .select({ name: flowTransformers.name })
    .from(flowTransformers)
    .where(eq(flowTransformers.id, id))
    .for('update');
  return found;
}

type Values = typeof flowTransformers.$inferInsert;

export async function insertTransformer(db: Db, values: Values): Promise<number> {
  const [created] = await db.insert(flowTransformers).values(values).returning({ id: flowTransformers.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function changeTransformer(db: Db, id: number, values: Partial<Values>): Promise<void> {
  await db
    .update(flowTransformers)
    .set({ ...values, revision: sql`${flowTransformers.revision} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(flowTransformers.id, id));
}

export async function removeTransformer(db: Db, id: number): Promise<void> {
  await db.delete(flowTransformers).where(eq(flowTransformers.id, id));
}
