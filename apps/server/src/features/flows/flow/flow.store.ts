import type { FlowSort, flowListQuery } from '@stellwerk/contract/flow';
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/ctx.ts';
import { outbox } from '../../../platform/outbox/outbox.table.ts';
import { accounts } from '../../../platform/tenancy/account.table.ts';
import { defineList } from '../../../platform/tenancy/list.ts';
import { scopedFrom } from '../../../platform/tenancy/scoped-from.ts';
import { flowDeadLetters, flowFigures, flowShadows, flows, flowUsages } from '../flow.table.ts';
import { scopedFlows } from '../flow.view.ts';

const columns = {
  id: flows.id,
  accountId: flows.accountId,
  accountName: accounts.name,
  name: flows.name,
  description: flows.description,
  active: flows.active,
  trigger: flows.trigger,
  steps: flows.steps,
  shadow: flows.shadow,
  createdAt: flows.createdAt,
  updatedAt: flows.updatedAt,
};

const select = (db: Db) => db.select(columns).from(flows).innerJoin(accounts, eq(accounts.id, flows.accountId));
export type FoundFlow = Awaited<ReturnType<typeof select>>[number];

const flowPage = defineList<FlowSort>({
  sort: { name: sql`lower(${flows.name})`, createdAt: flows.createdAt, updatedAt: flows.updatedAt },
  search: [flows.name, flows.description],
});

export function findFlows(db: Db, actor: Pick<Actor, 'grants'>, list: z.output<typeof flowListQuery>) {
  const found = scopedFrom(scopedFlows, actor, 'all.manage').where(
    list.tenantId ? eq(flows.accountId, list.tenantId) : undefined,
    list.trigger ? eq(flows.trigger, list.trigger) : undefined,
    list.active ? eq(flows.active, list.active === 'true') : undefined,
  );
  return flowPage(db, found, list, (ids) => select(db).where(inArray(flows.id, ids)));
}

export async function findFlow(db: Db, id: number): Promise<FoundFlow | undefined> {
  const [found] = await select(db).where(eq(flows.id, id));
  return found;
}

type Values = typeof flows.$inferInsert;

export async function insertFlow(db: Db, values: Values): Promise<number> {
  const [created] = await db.insert(flows).values(values).returning({ id: flows.id });
  if (!created) throw new Error('insert returned no row');
  return created.id;
}

export async function changeFlow(db: Db, id: number, values: Partial<Values>): Promise<void> {
  await db
    .update(flows)
    .set({ ...values, revision: sql`${flows.revision} + 1` })
    .where(eq(flows.id, id));
}

/** Its queue is dropped by the deliverer, which finds no flow any more. */
export async function removeFlow(db: Db, id: number): Promise<void> {
  await db.delete(flows).where(eq(flows.id, id));
}

export const figuresOf = (db: Db, flowIds: readonly number[]) =>
  db
    .select({
      flowId: flowFigures.flowId,
      step: flowFigures.step,
      connectorId: flowFigures.connectorId,
      entered: flowFigures.entered,
      passed: flowFigures.passed,
      stopped: flowFigures.stopped,
      failed: flowFigures.failed,
      lastAt: flowFigures.lastAt,
      lastFailure: flowFigures.lastFailure,
      lastFailureAt: flowFigures.lastFailureAt,
    })
    .from(flowFigures)
    .where(inArray(flowFigures.flowId, [...flowIds]))
    .orderBy(asc(flowFigures.step), asc(flowFigures.connectorId));
export type FoundFigures = Awaited<ReturnType<typeof figuresOf>>[number];

export async function samplesOf(db: Db, flowId: number, step: number, connectorId: number) {
  const [row] = await db
    .select({ samples: flowFigures.samples })
    .from(flowFigures)
    .where(and(eq(flowFigures.flowId, flowId), eq(flowFigures.step, step), eq(flowFigures.connectorId, connectorId)));
  return row?.samples ?? [];
}

export async function countLettersOf(db: Db, flowIds: readonly number[]): Promise<Map<number, number>> {
  if (flowIds.length === 0) return new Map();
  const rows = await db
    .select({ flowId: flowDeadLetters.flowId, n: count() })
    .from(flowDeadLetters)
    .where(inArray(flowDeadLetters.flowId, [...flowIds]))
    .groupBy(flowDeadLetters.flowId);
  return new Map(rows.map(({ flowId, n }) => [flowId, n]));
}

/** The number of events that wait for these targets. */
export const countQueued = (db: Db, targets: readonly string[]): Promise<number> =>
  db.$count(outbox, inArray(outbox.target, [...targets]));

export async function readUsage(db: Db, accountId: number) {
  const [row] = await db.select().from(flowUsages).where(eq(flowUsages.accountId, accountId));
  return row ?? { queued: 0, queuedBytes: 0, dropped: 0 };
}

export async function readShadowRow(db: Db, flowId: number) {
  const [row] = await db.select().from(flowShadows).where(eq(flowShadows.flowId, flowId));
  return row;
}

export async function removeShadowRow(db: Db, flowId: number): Promise<void> {
  await db.delete(flowShadows).where(eq(flowShadows.flowId, flowId));
}
