import type { accountServiceBuilderParams } from '@stellwerk/contract/service-builder';
import type { z } from 'zod';
import type { Ctx } from '../../platform/http/ctx.ts';
import { decide } from '../../platform/policy/policy.ts';
import { levelsOf, lockSettings, putServiceBuilder } from './setting.store.ts';

type Params = Record<string, string>;

/** Parameters of the dashboard button of applications. An account with own ones inherits none. */
export const serviceBuilders = {
  async read({ db, actor }: Ctx, accountId: number): Promise<z.output<typeof accountServiceBuilderParams>> {
    const levels = await levelsOf(db, accountId);
    const nearest = levels.find(({ serviceBuilder }) => serviceBuilder !== null);
    const isOwn = nearest?.id === accountId;
    const isSeen = nearest && decide(actor.grants, 'super.system.manage', nearest.path).allowed;
    return {
      own: isOwn ? nearest.serviceBuilder : null,
      effective: nearest?.serviceBuilder ?? {},
      inheritedFrom: nearest && isSeen && !isOwn ? { id: nearest.id, name: nearest.name } : null,
    };
  },

  async update(ctx: Ctx, accountId: number, own: Params | null) {
    await lockSettings(ctx.db, accountId);
    await putServiceBuilder(ctx.db, accountId, own);
    // Values may contain keys of other systems.
    ctx.activity.details = { names: Object.keys(own ?? {}) };
    return serviceBuilders.read(ctx, accountId);
  },
};
