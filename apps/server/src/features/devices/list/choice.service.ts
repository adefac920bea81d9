import type { RouteInput } from '@stellwerk/contract/core/route';
import { type listDeviceTagsAndZones, type listGroups, readsDevices } from '@stellwerk/contract/device';
import type { Ctx } from '../../../platform/http/ctx.ts';
import { findTags } from '../../twins/index.ts';
import { findGroups, findZonesOfDevices } from './choice.store.ts';
import { findRoutingDevices } from './routing.store.ts';

export const createChoiceService = () => ({
  groups: ({ db, actor }: Ctx, query: RouteInput<typeof listGroups>['query']) => findGroups(db, actor, query),

  routingTo: ({ db, actor }: Ctx, twinId: number) => findRoutingDevices(db, actor, twinId),

  async tagsAndZones({ db, actor }: Ctx, query: RouteInput<typeof listDeviceTagsAndZones>['query']) {
    const { tenantId, search } = query;
    return {
      tags: await findTags(db, actor, { tenantId, search, category: 'virtualDevice' }, readsDevices),
      zones: await findZonesOfDevices(db, actor, { tenantId, search }),
    };
  },
});
export type ChoiceService = ReturnType<typeof createChoiceService>;
