import {
  type Announcement,
  type announcementFields,
  announcementsTopic,
  type OwnAnnouncement,
} from '@stellwerk/contract/announcement';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Live } from '../../platform/live/live.ts';
import { accountGuard } from '../accounts/index.ts';
import * as store from './announcement.store.ts';

type Fields = z.output<typeof announcementFields>;

/** Clients show announcements at their start without a call. */
const aheadMs = 3_600_000;

const timeOf = (text: string | null) => (text === null ? null : new Date(text));
const textOf = (time: Date | null) => time?.toISOString() ?? null;

const valuesOf = ({
  type,
  message,
  active,
  start,
  end,
  link,
  includeSubTenants,
}: Fields): store.AnnouncementValues => ({
  type,
  message,
  active,
  startAt: timeOf(start),
  endAt: timeOf(end),
  link,
  includeSubAccounts: includeSubTenants,
});

export function createAnnouncementService({ clock, live }: { clock: Clock; live: Pick<Live, 'publish'> }) {
  function stateOf({ active, startAt, endAt }: store.AnnouncementRow): Announcement['state'] {
    const now = clock.now();
    if (endAt !== null && endAt <= now) return 'expired';
    if (!active) return 'inactive';
    return startAt !== null && startAt > now ? 'planned' : 'shown';
  }

  function toWire(row: store.AnnouncementRow): Announcement {
    const { id, accountId, type, message, active, startAt, endAt, link, includeSubAccounts, createdAt } = row;
    return {
      ...{ id, tenantId: accountId, type, message, active, link },
      presentationType: 'banner',
      start: textOf(startAt),
      end: textOf(endAt),
      includeSubTenants: includeSubAccounts,
      createdAt: createdAt.toISOString(),
      state: stateOf(row),
    };
  }

  async function changed(ctx: Ctx, accountId: number): Promise<void> {
    const path = (await accountGuard.scopesOf(ctx.db, [accountId])).get(accountId);
    ctx.afterCommit(() => live.publish(announcementsTopic, {}, path));
  }

  return {
    async list(ctx: Ctx, page: Parameters<typeof store.findAnnouncements>[2]) {
      const { rows, ...total } = await store.findAnnouncements(ctx.db, ctx.actor, page);
      return { data: rows.map(toWire), ...total, offset: page.offset, limit: page.limit };
    },

    async create(ctx: Ctx, accountId: number, fields: Fields): Promise<Announcement> {
      const row = await store.insertAnnouncement(ctx.db, { accountId, ...valuesOf(fields) });
      ctx.activity.objects.push({ noun: 'announcement', id: row.id });
      await changed(ctx, accountId);
      return toWire(row);
    },

    async update(ctx: Ctx, place: { accountId: number; id: number }, fields: Fields): Promise<Announcement> {
      const row = await store.updateAnnouncement(ctx.db, place, valuesOf(fields));
      await changed(ctx, place.accountId);
      return toWire(row ?? fail('ANNOUNCEMENT_NOT_FOUND'));
    },

    async remove(ctx: Ctx, place: { accountId: number; id: number }): Promise<void> {
      if (!(await store.deleteAnnouncement(ctx.db, place))) fail('ANNOUNCEMENT_NOT_FOUND');
      await changed(ctx, place.accountId);
    },

    async listOwn({ db, actor }: Ctx): Promise<OwnAnnouncement[]> {
      const now = clock.now();
      const until = new Date(now.getTime() + aheadMs);
      const rows = await store.announcementsFor(db, { ...actor, now, until });
      return rows.map(({ announcement: { id, type, message, startAt, endAt, link } }) => ({
        ...{ id, type, message, link },
        start: textOf(startAt),
        end: textOf(endAt),
      }));
    },

    async dismiss(ctx: Ctx, id: number): Promise<void> {
      // What a user closes is of no interest to anybody else.
      ctx.activity.omit = true;
      await store.dismiss(ctx.db, ctx.actor.userId, id);
    },
  };
}
export type AnnouncementService = ReturnType<typeof createAnnouncementService>;
