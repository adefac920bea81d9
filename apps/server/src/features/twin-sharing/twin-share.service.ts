import { randomBytes } from 'node:crypto';
import type { TwinShare } from '@stellwerk/contract/twin-sharing';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { decide } from '../../platform/policy/policy.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { isModuleActive } from '../accounts/index.ts';
import * as store from './twin-share.store.ts';

export const sharingModule = 'twin-sharing';
const keyBytes = 16;

/** Where the key lies, to be shown again; the row itself knows its hash alone. */
const secretOf = (shareId: number) => ({ owner: `twin-share/${shareId}`, name: 'key' });

export function createTwinShareService({ secrets }: { secrets: Secrets }) {
  const placeOf = async (ctx: Ctx, twinId: number) =>
    (await store.findPlace(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');

  async function find(ctx: Ctx, twinId: number): Promise<TwinShare | null> {
    const share = await store.findShare(ctx.db, twinId);
    if (!share) return null;
    const key = (await secrets.get(ctx.db, secretOf(share.id))) ?? fail('SECRET_UNREADABLE', { name: 'key' });
    return { ...share, createdAt: share.createdAt.toISOString(), key };
  }

  return {
    find,

    async canShare(ctx: Ctx, twinId: number): Promise<boolean> {
      const { accountId, scopePath } = await placeOf(ctx, twinId);
      const { allowed } = decide(ctx.actor.grants, 'DigitalTwin.manage', scopePath);
      return allowed && (await isModuleActive(ctx.db, accountId, sharingModule));
    },

    /** While the module is off nothing is shared, although the links live on in their rows. */
    async isShared(ctx: Ctx, twinId: number): Promise<{ isShared: boolean; isSharedAbove: boolean }> {
      const { accountId } = await placeOf(ctx, twinId);
      const isActive = await isModuleActive(ctx.db, accountId, sharingModule);
      const shared = isActive ? await store.sharedOnTheWay(ctx.db, twinId) : [];
      return { isShared: shared.includes(twinId), isSharedAbove: shared.some((id) => id !== twinId) };
    },

    async create(ctx: Ctx, twinId: number): Promise<TwinShare> {
      const { accountId } = await placeOf(ctx, twinId);
      if (!(await isModuleActive(ctx.db, accountId, sharingModule))) fail('MODULE_INACTIVE', { module: sharingModule });
      const key = randomBytes(keyBytes).toString('hex');
      const share = { twinId, keyHash: store.hashOfKey(key), createdBy: ctx.actor.userId };
      const id = await store.insertShare(ctx.db, share);
      if (id === undefined) ctx.activity.omit = true;
      else await secrets.put(ctx.db, { ...secretOf(id), value: key });
      return (await find(ctx, twinId)) ?? fail('DTWIN_NOT_FOUND');
    },

    async end(ctx: Ctx, twinId: number): Promise<{ deleted: true }> {
      if (!(await store.deleteShare(ctx.db, twinId))) fail('DTWIN_NOT_SHARED');
      return { deleted: true };
    },
  };
}
export type TwinShareService = ReturnType<typeof createTwinShareService>;
