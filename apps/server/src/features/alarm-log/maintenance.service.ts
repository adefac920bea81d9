import type { createMaintenance, Maintenance } from '@stellwerk/contract/alarm';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import {
  deleteMaintenance,
  findMaintenance,
  findMaintenances,
  insertMaintenance,
  refreshMutes,
} from '../alarms/index.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findMaintenance>>>;

const toWire = ({ twinId, twinTitle, from, to, ...rest }: Found): Maintenance => ({
  ...rest,
  dtwinId: twinId,
  dtwinTitle: twinTitle,
  from: from.toISOString(),
  to: to.toISOString(),
});

export const createMaintenanceService = ({ clock }: { clock: Clock }) => ({
  list: async (ctx: Ctx, twinId: number) => (await findMaintenances(ctx.db, twinId, clock.now())).map(toWire),

  async create(ctx: Ctx, twinId: number, input: RouteInput<typeof createMaintenance>['body']): Promise<Maintenance> {
    const { from, to, includesBelow, reason } = input;
    const id = await insertMaintenance(ctx.db, {
      ...{ twinId, includesBelow, reason, createdBy: ctx.actor.userId, createdAt: clock.now() },
      ...{ fromAt: new Date(from), toAt: new Date(to) },
    });
    await refreshMutes(ctx.db, clock.now());
    const made = (await findMaintenance(ctx.db, id)) ?? fail('MAINTENANCE_NOT_FOUND');
    ctx.activity.details = { title: made.twinTitle };
    return toWire(made);
  },

  async remove(ctx: Ctx, twinId: number, id: number): Promise<void> {
    if (!(await deleteMaintenance(ctx.db, twinId, id))) fail('MAINTENANCE_NOT_FOUND');
    await refreshMutes(ctx.db, clock.now());
  },
});
export type MaintenanceService = ReturnType<typeof createMaintenanceService>;
