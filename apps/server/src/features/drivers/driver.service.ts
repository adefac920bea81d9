import type { RouteInput } from '@stellwerk/contract/core/route';
import type { createDriver, Driver, DriverVersion, driverListQuery, updateDriver } from '@stellwerk/contract/driver';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { checkDraft } from './draft-check.service.ts';
import { changeDriver, findDriver, findDrivers, insertDriver, lockDriver, removeDriver } from './driver.store.ts';
import { toDriver, toRow, toVersion } from './driver-mapper.ts';
import { filesOf } from './file.store.ts';
import type { ParserTools } from './parsers/kind.ts';
import type { DriverDevicesPort } from './ports.ts';
import type { VersionService } from './version.service.ts';
import {
  draftNumber,
  emptyVersion,
  findDraft,
  findNewest,
  findVersion,
  listVersions,
  type VersionFields,
  writeDraft,
} from './version.store.ts';

interface DriverDeps {
  tools: ParserTools;
  files: Files;
  clock: Clock;
  devices: DriverDevicesPort;
  versions: VersionService;
}

type Creation = Omit<RouteInput<typeof createDriver>['body'], 'image'>;
type Change = Omit<RouteInput<typeof updateDriver>['body'], 'image'>;

export function createDriverService({ tools, files, clock, devices, versions }: DriverDeps) {
  async function read(ctx: Ctx, id: number): Promise<Driver> {
    const found = (await findDriver(ctx.db, id)) ?? fail('DEVICEDRIVER_NOT_FOUND');
    const parts = {
      files: await filesOf(ctx.db, id),
      draft: await findDraft(ctx.db, id),
      versions: await listVersions(ctx.db, id),
      deviceCount: (await devices.countByDriver(ctx.db, [id], ctx.actor.grants)).get(id) ?? 0,
      counts: await devices.countByVersion(ctx.db, id, ctx.actor.grants),
    };
    return toDriver(found, parts, ctx.actor);
  }

  /** A draft starts as a copy of the newest version, without its notes: they describe the changes of one version. */
  async function changeDraft(ctx: Ctx, driverId: number, given: Partial<VersionFields>): Promise<void> {
    const newest = async () => {
      const found = await findNewest(ctx.db, driverId);
      return found && { ...found, notes: '' };
    };
    const before = (await findDraft(ctx.db, driverId)) ?? (await newest()) ?? emptyVersion;
    const { parser, variables, health, downlinks, notes } = { ...before, ...given };
    await writeDraft(ctx.db, driverId, { parser, variables, health, downlinks, notes });
  }

  async function requireNoneOutside(ctx: Ctx, { id, accountId }: { id: number; accountId: number }): Promise<void> {
    const accounts = await devices.accountsOutside(ctx.db, id, accountId);
    // The number of foreign accounts is not reported, because it concerns only them.
    if (accounts > 0) fail('DEVICEDRIVER_VISIBILITY_IN_USE');
  }

  return {
    read,
    changeDraft,

    async list(ctx: Ctx, query: z.output<typeof driverListQuery>) {
      const { rows, ...total } = await findDrivers(ctx.db, ctx.actor, query);
      const ids = rows.map(({ id }) => id);
      const counts = await devices.countByDriver(ctx.db, ids, ctx.actor.grants);
      const data = rows.map((row) => toRow(row, counts.get(row.id) ?? 0, ctx.actor));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async readVersion(ctx: Ctx, id: number, number: number): Promise<DriverVersion> {
      const version = number === draftNumber ? undefined : await findVersion(ctx.db, id, number);
      if (!version) return fail('DEVICEDRIVER_NOT_FOUND');
      return toVersion(version, await devices.countByVersion(ctx.db, id, ctx.actor.grants));
    },

    async create(ctx: Ctx, { draft, versions: given = [], acceptCase, ...fields }: Creation): Promise<Driver> {
      if (draft) await checkDraft(draft, { tools, accountId: ctx.actor.accountId, acceptCase });
      await versions.check(ctx, given, acceptCase);
      const now = clock.now();
      const id = await insertDriver(ctx.db, { ...fields, createdAt: now, updatedAt: now });
      await versions.publish(ctx, id, given);
      if (draft || given.length === 0) await writeDraft(ctx.db, id, { ...emptyVersion, ...draft });
      ctx.activity.objects.push({ noun: 'driver', id });
      ctx.activity.details = { title: fields.title };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, change: Change): Promise<Driver> {
      const { draft, versions: given = [], acceptCase, ...fields } = change;
      if (draft) await checkDraft(draft, { tools, accountId: ctx.actor.accountId, acceptCase });
      await versions.check(ctx, given, acceptCase);
      const before = (await lockDriver(ctx.db, id)) ?? fail('DEVICEDRIVER_NOT_FOUND');
      if (before.visibility === 'everyone' && fields.visibility === 'account') await requireNoneOutside(ctx, before);
      await changeDriver(ctx.db, id, { ...fields, updatedAt: clock.now() });
      await versions.publish(ctx, id, given);
      if (draft) await changeDraft(ctx, id, draft);
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      if (!(await lockDriver(ctx.db, id))) fail('DEVICEDRIVER_NOT_FOUND');
      const used = (await devices.countByDriver(ctx.db, [id], 'everybody')).get(id) ?? 0;
      if (used > 0) fail('DEVICEDRIVER_IN_USE');
      for (const { key } of await filesOf(ctx.db, id)) ctx.afterCommit(() => files.remove(key));
      await removeDriver(ctx.db, id);
    },
  };
}
export type DriverService = ReturnType<typeof createDriverService>;
