import type { FlowStep } from '@stellwerk/contract/flow-step';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/db.ts';
import { flowFilters, flows, type Shadow } from '../flow.table.ts';
import { readParts } from '../flow-part.store.ts';
import type { TriggeredFlow } from './flow-index.ts';

/** Accounts with active flows, each with a mark that differs after every change of what triggers them. */
export async function readMarks(db: Db, accountIds?: readonly number[]): Promise<Map<number, string>> {
  const only = accountIds ? sql`and flow.account_id = any(${sql.param([...accountIds])}::bigint[])` : sql``;
  const { rows } = await db.execute<{ id: number; mark: string }>(sql`
    select flow.account_id as id, concat_ws(' ', count(*), sum(flow.id), sum(flow.revision),
      (select concat_ws(' ', count(*), sum(filter.id), sum(filter.revision)) from ${flowFilters} filter
        where filter.account_id = flow.account_id)) as mark
    from ${flows} flow where flow.active ${only} group by flow.account_id`);
  return new Map(rows.map(({ id, mark }) => [Number(id), mark]));
}

export const isRunning = (shadow: Shadow | null, nowMs: number): shadow is Shadow =>
  shadow !== null && Date.parse(shadow.endsAt) > nowMs;

/** The active flows of an account, as the index needs them. */
export async function readTriggered(db: Db, accountId: number): Promise<TriggeredFlow[]> {
  const rows = await db
    .select({ id: flows.id, trigger: flows.trigger, steps: flows.steps, shadow: flows.shadow })
    .from(flows)
    .where(and(eq(flows.accountId, accountId), eq(flows.active, true)));
  const chains = rows.flatMap(({ shadow, ...flow }) => [
    { ...flow, isShadow: false },
    ...(shadow ? [{ ...flow, steps: shadow.steps, isShadow: true }] : []),
  ]);
  const { filters } = await readParts(
    db,
    chains.flatMap(({ steps }) => steps),
  );

  function headsOf(steps: readonly FlowStep[]): TriggeredFlow['heads'] {
    const heads: TriggeredFlow['heads'][number][] = [];
    for (const step of steps) {
      const filter = step.type === 'filter' ? filters.get(step.filterId) : undefined;
      if (filter?.type !== 'standard' || filter.inputType !== 'generic') break;
      heads.push({ match: filter.match, conditions: filter.conditions });
    }
    return heads;
  }

  return chains.map(({ id, trigger, steps, isShadow }) => ({
    ...{ flowId: id, accountId, trigger, isShadow, heads: headsOf(steps) },
    connectorIds: steps.flatMap((step) =>
      step.type === 'connector' ? step.targets.map(({ connectorId }) => connectorId) : [],
    ),
  }));
}

export async function readRunnable(db: Db, ids: readonly number[]) {
  return db
    .select()
    .from(flows)
    .where(inArray(flows.id, [...ids]));
}
export type RunnableFlow = Awaited<ReturnType<typeof readRunnable>>[number];
