import { randomBytes } from 'node:crypto';
import type { RouteInput } from '@stellwerk/contract/core/route';
import {
  type CreatedTwinShare,
  type createShareKey,
  maxShareYears,
  type TwinShare,
} from '@stellwerk/contract/twin-sharing';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { decide } from '../../platform/policy/policy.ts';
import { isModuleActive } from '../accounts/index.ts';
import * as store from './twin-share.store.ts';
import type { twinShares } from './twin-share.table.ts';

export const sharingModule = 'twin-sharing';
const keyBytes = 16;

type NewShare = typeof twinShares.$inferInsert;

type Wanted = RouteInput<typeof createShareKey>['body'];

function yearsAfter(now: Date, years: number): Date {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}

/** The chosen end, or one year, so that forgotten shares expire. */
function endOf(wanted: Wanted, now: Date): Date {
  if (wanted?.validUntil === undefined) return yearsAfter(now, 1);
  const end = new Date(wanted.validUntil);
  if (end <= now || end > yearsAfter(now, maxShareYears)) {
    fail('VALIDATION_ERROR', {}, { issues: [{ path: 'validUntil', code: 'invalid', params: {} }] });
  }
  return end;
}

export function createTwinShareService({ clock }: { clock: Clock }) {
  const placeOf = async (ctx: Ctx, twinId: number) =>
    (await store.findPlace(ctx.db, twinId)) ?? fail('DTWIN_NOT_FOUND');

  async function find(ctx: Ctx, twinId: number): Promise<TwinShare | null> {
    const share = await store.findShare(ctx.db, twinId);
    if (!share) return null;
    return {
      ...share,
      createdAt: share.createdAt.toISOString(),
      validUntil: share.validUntil.toISOString(),
      expired: share.validUntil <= clock.now(),
    };
  }

  async function requireModule(ctx: Ctx, twinId: number): Promise<void> {
    const { accountId } = await placeOf(ctx, twinId);
    if (!(await isModuleActive(ctx.db, accountId, sharingModule))) fail('MODULE_INACTIVE', { module: sharingModule });
  }

  /** Stores the hash of a new key with `save` and returns the key, which is not shown again. */
  async function handOut(
    ctx: Ctx,
    { twinId, wanted }: { twinId: number; wanted: Wanted },
    save: (share: NewShare) => Promise<void>,
  ): Promise<CreatedTwinShare> {
    await requireModule(ctx, twinId);
    const key = randomBytes(keyBytes).toString('hex');
    const now = clock.now();
    await save({
      twinId,
      keyHash: store.hashOfKey(key),
      createdBy: ctx.actor.userId,
      createdAt: now,
      validUntil: endOf(wanted, now),
    });
    return { ...((await find(ctx, twinId)) ?? fail('DTWIN_NOT_SHARED')), key };
  }

  return {
    find,

    async canShare(ctx: Ctx, twinId: number): Promise<boolean> {
      const { accountId, scopePath } = await placeOf(ctx, twinId);
      const { allowed } = decide(ctx.actor.grants, 'DigitalTwin.manage', scopePath);
      return allowed && (await isModuleActive(ctx.db, accountId, sharingModule));
    },

    /** While the module is off nothing is shared, although the rows remain. */
    async isShared(ctx: Ctx, twinId: number): Promise<{ isShared: boolean; isSharedAbove: boolean }> {
      const { accountId } = await placeOf(ctx, twinId);
      const isActive = await isModuleActive(ctx.db, accountId, sharingModule);
      const shared = isActive ? await store.sharedOnTheWay(ctx.db, twinId, clock.now()) : [];
      return { isShared: shared.includes(twinId), isSharedAbove: shared.some((id) => id !== twinId) };
    },

    create: (ctx: Ctx, twinId: number, wanted: Wanted): Promise<CreatedTwinShare> =>
      handOut(ctx, { twinId, wanted }, async (share) => {
        if (!(await store.insertShare(ctx.db, share))) fail('DTWIN_ALREADY_SHARED');
      }),

    replace: (ctx: Ctx, twinId: number, wanted: Wanted): Promise<CreatedTwinShare> =>
      handOut(ctx, { twinId, wanted }, async (share) => {
        if (!(await store.updateShare(ctx.db, twinId, share))) fail('DTWIN_NOT_SHARED');
      }),

    async renew(ctx: Ctx, twinId: number, wanted: Wanted): Promise<TwinShare> {
      await requireModule(ctx, twinId);
      const isShared = await store.updateShare(ctx.db, twinId, { validUntil: endOf(wanted, clock.now()) });
      if (!isShared) fail('DTWIN_NOT_SHARED');
      return (await find(ctx, twinId)) ?? fail('DTWIN_NOT_SHARED');
    },

    async end(ctx: Ctx, twinId: number): Promise<{ deleted: true }> {
      if (!(await store.deleteShare(ctx.db, twinId))) fail('DTWIN_NOT_SHARED');
      return { deleted: true };
    },
  };
}
export type TwinShareService = ReturnType<typeof createTwinShareService>;
