import type { RouteInput } from '@stellwerk/contract/core/route';
import type { deviceListQuery } from '@stellwerk/contract/device';
import type { createSmartGroup, listSmartGroups, SmartGroup, updateSmartGroup } from '@stellwerk/contract/smart-group';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { FeatureContext } from '../../platform/feature/context.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { resolveAlarms } from '../alarms/index.ts';
import { type Devices, findHealthCounts } from '../devices/index.ts';
import { smartGroupFollowers, smartGroupUses } from './extensions.ts';
import { filesOf } from './files/file.store.ts';
import { readGroupFilter } from './group-filter.ts';
import { alarmOf, comparePackets } from './packets/monitor.ts';
import { forgetHours } from './packets/packets.store.ts';
import {
  changeSmartGroup,
  deleteSmartGroup,
  findSmartGroup,
  findSmartGroups,
  insertSmartGroup,
  lockSmartGroup,
} from './smart-group.store.ts';
import { groupToWire, rowToWire } from './smart-group-mapper.ts';

interface SmartGroupDeps {
  clock: Clock;
  files: Pick<Files, 'remove'>;
  devices: Pick<Devices, 'list'>;
  extensions: FeatureContext['extensions'];
}

type Change = RouteInput<typeof updateSmartGroup>['body'];
type DeviceList = z.output<typeof deviceListQuery>;

const activeMs = 86_400_000;

function requireThreshold({
  monitorsPackets,
  packetThreshold,
}: Pick<SmartGroup, 'monitorsPackets' | 'packetThreshold'>) {
  if (!monitorsPackets || packetThreshold !== null) return;
  fail('SMART_GROUP_NO_THRESHOLD', {}, { issues: [{ path: 'packetThreshold', code: 'required', params: {} }] });
}

export function createSmartGroupService({ clock, files, devices, extensions }: SmartGroupDeps) {
  async function read({ db, actor }: Ctx, id: number): Promise<SmartGroup> {
    const row = (await findSmartGroup(db, id)) ?? fail('SMART_GROUP_NOT_FOUND');
    return groupToWire(row, { actor, files: await filesOf(db, id) });
  }

  async function tellFollowers(db: Db, id: number): Promise<void> {
    for (const follow of extensions(smartGroupFollowers)) await follow(db, id);
  }

  return {
    read,

    async list({ db, actor }: Ctx, query: RouteInput<typeof listSmartGroups>['query']) {
      const { rows, ...total } = await findSmartGroups(db, actor, query);
      return { data: rows.map((row) => rowToWire(row, actor)), ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, { tenantId, ...fields }: RouteInput<typeof createSmartGroup>['body']): Promise<SmartGroup> {
      requireThreshold(fields);
      const id = await insertSmartGroup(ctx.db, { ...fields, accountId: tenantId });
      ctx.activity.objects.push({ noun: 'smartGroup', id });
      ctx.activity.details = { title: fields.title };
      return read(ctx, id);
    },

    async update(ctx: Ctx, id: number, { revision, ...change }: Change): Promise<SmartGroup> {
      const before = (await lockSmartGroup(ctx.db, id)) ?? fail('SMART_GROUP_NOT_FOUND');
      if (revision !== undefined && revision !== before.revision) fail('SMART_GROUP_CHANGED_MEANWHILE');
      const after = { ...before, ...change };
      requireThreshold(after);
      const hasOtherDevices = JSON.stringify(after.filter) !== JSON.stringify(before.filter);
      await changeSmartGroup(ctx.db, id, { ...change, ...(hasOtherDevices ? { countedUntil: null } : {}) });
      if (hasOtherDevices) {
        await forgetHours(ctx.db, id);
        await tellFollowers(ctx.db, id);
      }
      // Packets of other devices are compared after their first count.
      const { countedUntil } = hasOtherDevices ? { countedUntil: null } : before;
      if (countedUntil) await comparePackets(ctx.db, after, countedUntil);
      else if (!after.monitorsPackets) await resolveAlarms(ctx.db, [alarmOf(id)], clock.now());
      ctx.activity.details = { title: after.title };
      return read(ctx, id);
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      const { title } = (await lockSmartGroup(ctx.db, id)) ?? fail('SMART_GROUP_NOT_FOUND');
      const uses = await Promise.all(extensions(smartGroupUses).map((find) => find(ctx.db, id, ctx.language)));
      if (uses.flat().length > 0) fail('SMART_GROUP_IN_USE', { uses: uses.flat().join(', ') });
      await resolveAlarms(ctx.db, [alarmOf(id)], clock.now());
      const stored = await filesOf(ctx.db, id);
      await deleteSmartGroup(ctx.db, id);
      for (const { key } of stored) ctx.afterCommit(() => files.remove(key));
      ctx.activity.details = { title };
    },

    execute: (ctx: Ctx, id: number, query: DeviceList) => devices.list(ctx, { ...query, smartGroupId: id }),

    async figures({ db, actor }: Ctx, id: number) {
      const now = clock.now();
      const query = await readGroupFilter(db, id, now);
      const counts = await findHealthCounts(db, actor, { query, activeSince: new Date(now.getTime() - activeMs) });
      return counts ?? fail('SMART_GROUP_NOT_FOUND');
    },
  };
}
export type SmartGroupService = ReturnType<typeof createSmartGroupService>;
