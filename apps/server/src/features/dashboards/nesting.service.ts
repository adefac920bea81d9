import { dashboardLimits } from '@stellwerk/contract/dashboard';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { findVisible } from './dashboard-list.store.ts';
import { levelsAbove, levelsBelow, lockNesting } from './nested.store.ts';

interface NewNesting {
  outer: { id: number; name: string };
  /** The dashboards that it is to show inside, and did not show before. */
  innerIds: readonly number[];
  /** What is brought back or copied may show what its author no longer sees: viewers get what they may see in any case. */
  mayBeHidden: boolean;
}

/** No dashboard inside of itself, whatever lies between, and no more than three inside of each other. */
export async function checkNesting(ctx: Ctx, { outer, innerIds, mayBeHidden }: NewNesting): Promise<void> {
  if (innerIds.length === 0) return;
  const names = await findVisible(ctx.db, ctx.actor, innerIds);
  if (!mayBeHidden && names.size < innerIds.length) fail('DASHBOARD_NOT_FOUND');
  await lockNesting(ctx.db);
  for (const innerId of innerIds) {
    const below = await levelsBelow(ctx.db, [innerId]);
    if (below.has(outer.id)) fail('DASHBOARD_NESTED_CIRCLE', { name: names.get(innerId) ?? outer.name });
  }
  const below = await levelsBelow(ctx.db, innerIds);
  const above = await levelsAbove(ctx.db, outer.id);
  const limit = dashboardLimits.depth;
  if (above + Math.max(0, ...below.values()) > limit) fail('DASHBOARD_NESTED_TOO_DEEP', { limit });
}
