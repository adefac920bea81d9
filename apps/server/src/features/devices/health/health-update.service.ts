import { writeHealth } from '../../../ingest/newest/index.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Live } from '../../../platform/live/live.ts';
import type { Health, HealthOutcome } from '../../device-health/index.ts';
import { publishHealth } from '../device.events.ts';
import { createReevaluation } from './device-health.service.ts';

interface KeeperDeps {
  health: Pick<Health, 'evaluate' | 'rest'>;
  clock: Clock;
  live: Pick<Live, 'publish'>;
}

/** Updates the health of devices in the transaction that changes them. */
export function createHealthUpdates({ health, clock, live }: KeeperDeps) {
  const reevaluate = createReevaluation({ health, clock });

  async function rest(db: Db, twinIds: readonly number[]): Promise<HealthOutcome[]> {
    const outcomes = await health.rest(db, twinIds, clock.now());
    await writeHealth(db, outcomes);
    return outcomes;
  }

  const follow = (db: Db, twinIds: readonly number[], disabled: boolean) =>
    disabled ? rest(db, twinIds) : reevaluate(db, twinIds);

  const tell = ({ afterCommit }: Ctx, outcomes: readonly HealthOutcome[]) => {
    const changed = outcomes.filter(({ isChanged }) => isChanged);
    if (changed.length > 0) afterCommit(() => publishHealth(live, changed));
  };

  return {
    /** Called after devices were disabled or enabled. */
    follow,

    /** Called after a change that the health of the device depends on. */
    evaluate: async (ctx: Ctx, id: number) => tell(ctx, await reevaluate(ctx.db, [id])),

    /** The same for several devices. */
    evaluateAll: async (ctx: Ctx, ids: readonly number[]) => tell(ctx, await reevaluate(ctx.db, ids)),

    disabled: async (ctx: Ctx, id: number, disabled: boolean) => tell(ctx, await follow(ctx.db, [id], disabled)),

    /** Called before the device is removed. */
    end: (ctx: Ctx, id: number) => rest(ctx.db, [id]),

    endAll: (ctx: Ctx, ids: readonly number[]) => rest(ctx.db, ids),
  };
}
export type HealthUpdates = ReturnType<typeof createHealthUpdates>;
