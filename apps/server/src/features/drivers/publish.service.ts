import type { Driver } from '@stellwerk/contract/driver';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { DriverService } from './driver.service.ts';
import { changeDriver, lockDriver } from './driver.store.ts';
import type { DriverDevicesPort } from './ports.ts';
import { findDraft, findNewest, publishDraft, removeDraft } from './version.store.ts';
import type { WorkbenchService } from './workbench.service.ts';

interface PublishDeps {
  drivers: Pick<DriverService, 'read'>;
  workbench: Pick<WorkbenchService, 'countFailing'>;
  devices: Pick<DriverDevicesPort, 'pin' | 'countByVersion'>;
  clock: Clock;
}

export function createPublishService({ drivers, workbench, devices, clock }: PublishDeps) {
  return {
    /** Devices that follow the newest version get it; without `updateDevices` they are pinned to the old one. */
    async publish(ctx: Ctx, id: number, updateDevices: boolean): Promise<{ driver: Driver; devices: number }> {
      if (!(await lockDriver(ctx.db, id))) fail('DEVICEDRIVER_NOT_FOUND');
      const draft = (await findDraft(ctx.db, id)) ?? fail('DEVICEDRIVER_NO_DRAFT');
      const failed = await workbench.countFailing(ctx, id, draft);
      if (failed > 0) fail('DEVICEDRIVER_TESTS_FAILED', { failed });
      const newest = await findNewest(ctx.db, id);
      if (!updateDevices && newest) await devices.pin(ctx.db, id, newest.id);
      const number = (newest?.number ?? 0) + 1;
      const now = clock.now();
      await publishDraft(ctx.db, id, { number, publishedAt: now, publishedBy: ctx.actor.userId });
      await changeDriver(ctx.db, id, { updatedAt: now });
      ctx.activity.details = { version: number };
      const counts = await devices.countByVersion(ctx.db, id, ctx.actor.grants);
      return { driver: await drivers.read(ctx, id), devices: counts.get(draft.id) ?? 0 };
    },

    async discard(ctx: Ctx, id: number): Promise<Driver> {
      if (!(await lockDriver(ctx.db, id))) fail('DEVICEDRIVER_NOT_FOUND');
      if (!(await removeDraft(ctx.db, id))) fail('DEVICEDRIVER_NO_DRAFT');
      return drivers.read(ctx, id);
    },
  };
}
export type PublishService = ReturnType<typeof createPublishService>;
