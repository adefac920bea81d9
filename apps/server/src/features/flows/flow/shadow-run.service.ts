import type { RouteInput } from '@stellwerk/contract/core/route';
import type { ShadowRun, startShadow } from '@stellwerk/contract/flow';
import type { Clock } from '../../../platform/clock/clock.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Shadow } from '../flow.table.ts';
import { partIdsOf } from '../flow-part.store.ts';
import { changeFlow, findFlow, readShadowRow, removeShadowRow } from './flow.store.ts';
import type { StepCheck } from './step-check.service.ts';

const lastsMs = 86_400_000;
const none = { same: 0, different: 0, onlyProductive: 0, onlyShadow: 0, differences: [] };

/** Edited steps beside the productive ones, on live events. */
export function createShadowRuns({ clock, checkSteps }: { clock: Clock; checkSteps: StepCheck }) {
  const find = async (ctx: Ctx, id: number) => (await findFlow(ctx.db, id)) ?? fail('FLOW_NOT_FOUND');

  async function shown(ctx: Ctx, id: number, shadow: Shadow): Promise<ShadowRun> {
    const { same, different, onlyProductive, onlyShadow, differences } = (await readShadowRow(ctx.db, id)) ?? none;
    return {
      ...shadow,
      ...{ same, different, onlyProductive, onlyShadow, differences },
      compared: same + different + onlyProductive + onlyShadow,
    };
  }

  return {
    async read(ctx: Ctx, id: number): Promise<ShadowRun | null> {
      const { shadow } = await find(ctx, id);
      return shadow && shown(ctx, id, shadow);
    },

    async start(ctx: Ctx, id: number, { steps }: RouteInput<typeof startShadow>['body']): Promise<ShadowRun> {
      const flow = await find(ctx, id);
      await checkSteps(ctx.db, steps, flow.accountId);
      const now = clock.now();
      const endsAt = new Date(now.getTime() + lastsMs).toISOString();
      const shadow = { steps, startedAt: now.toISOString(), endsAt };
      await removeShadowRow(ctx.db, id);
      await changeFlow(ctx.db, id, { shadow, ...partIdsOf([...flow.steps, ...steps]) });
      return shown(ctx, id, shadow);
    },

    async stop(ctx: Ctx, id: number) {
      const { shadow, steps } = await find(ctx, id);
      if (!shadow) fail('FLOW_NO_SHADOW');
      await removeShadowRow(ctx.db, id);
      await changeFlow(ctx.db, id, { shadow: null, ...partIdsOf(steps) });
      return { id };
    },
  };
}
export type ShadowRuns = ReturnType<typeof createShadowRuns>;
