import type { alarmComment, assignAlarms } from '@stellwerk/contract/alarm';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import {
  acknowledgeLocked,
  assignLocked,
  commentsOf,
  endAlarms,
  findComment,
  insertComments,
  lastComments,
  lockAlarms,
  muteLocked,
  noteAlarmChanges,
  refreshMutes,
} from '../alarms/index.ts';
import type { GroupFilter } from '../devices/index.ts';
import { alarmToWire, commentToWire } from './alarm-mapper.ts';
import { type AlarmList, findAlarmIds } from './page.store.ts';
import { findAlarmRows } from './row.store.ts';
import { valuesOfAlarms } from './values.service.ts';

interface Batch {
  ids: readonly number[];
  message: string;
}

/** Locks all of these alarms; fails if one of them was deleted since the gate has checked it. */
async function lock({ db }: Ctx, ids: readonly number[], strength: 'key share' | 'no key update') {
  const wanted = new Set(ids);
  const locked = await lockAlarms(db, [...wanted], strength);
  return locked.length === wanted.size ? locked : fail('ALARM_NOT_FOUND');
}

const idsOf = (locked: readonly { id: number }[]) => locked.map(({ id }) => id);
const accountsOf = (locked: readonly { accountId: number }[]) => locked.map(({ accountId }) => accountId);

interface AlarmServiceDeps {
  clock: Clock;
  groupFilter: GroupFilter;
}

export function createAlarmService({ clock, groupFilter }: AlarmServiceDeps) {
  /** Returns the ids of the comments. */
  async function commentOn(ctx: Ctx, { ids, message }: Batch): Promise<number[]> {
    const locked = await lock(ctx, ids, 'key share');
    const { userId } = ctx.actor;
    const written = await insertComments(ctx.db, { alarmIds: idsOf(locked), userId, message, now: clock.now() });
    await noteAlarmChanges(ctx.db, accountsOf(locked));
    return written;
  }

  return {
    async list(ctx: Ctx, query: AlarmList) {
      const within = await groupFilter(ctx.db, query.smartGroupId);
      const { ids, ...total } = await findAlarmIds(ctx.db, query, { ...ctx, within });
      const [rows, comments] = await Promise.all([findAlarmRows(ctx.db, ids), lastComments(ctx.db, ids)]);
      const values = await valuesOfAlarms(ctx, rows);
      const data = rows.map((row) =>
        alarmToWire(row, ctx, { lastComment: comments.get(row.id), values: values.get(row.id) }),
      );
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async read(ctx: Ctx, id: number) {
      const [row] = await findAlarmRows(ctx.db, [id]);
      if (!row) return fail('ALARM_NOT_FOUND');
      const comments = await commentsOf(ctx.db, id);
      const values = (await valuesOfAlarms(ctx, [row])).get(id);
      return {
        ...alarmToWire(row, ctx, { lastComment: comments.at(-1), values }),
        comments: comments.map(commentToWire),
      };
    },

    async comment(ctx: Ctx, id: number, message: string): Promise<z.output<typeof alarmComment>> {
      const [commentId = 0] = await commentOn(ctx, { ids: [id], message });
      const comment = (await findComment(ctx.db, commentId)) ?? fail('ALARM_NOT_FOUND');
      return commentToWire(comment);
    },

    commentMany: async (ctx: Ctx, batch: Batch): Promise<number> => (await commentOn(ctx, batch)).length,

    async acknowledge(ctx: Ctx, { ids, isAcknowledged }: { ids: readonly number[]; isAcknowledged: boolean }) {
      const locked = await lock(ctx, ids, 'no key update');
      const by = { userId: ctx.actor.userId, now: clock.now(), isAcknowledged };
      const changed = await acknowledgeLocked(ctx.db, idsOf(locked), by);
      await noteAlarmChanges(ctx.db, accountsOf(locked));
      return changed;
    },

    async assign(ctx: Ctx, { ids, to }: RouteInput<typeof assignAlarms>['body']) {
      const locked = await lock(ctx, ids, 'no key update');
      const userId = to === 'me' ? ctx.actor.userId : (to?.userId ?? null);
      const changed = await assignLocked(ctx.db, idsOf(locked), userId);
      await noteAlarmChanges(ctx.db, accountsOf(locked));
      return changed;
    },

    async mute(ctx: Ctx, { ids, until }: { ids: readonly number[]; until: string | null }) {
      const locked = await lock(ctx, ids, 'no key update');
      const changed = await muteLocked(ctx.db, idsOf(locked), until === null ? null : new Date(until));
      await refreshMutes(ctx.db, clock.now(), idsOf(locked));
      await noteAlarmChanges(ctx.db, accountsOf(locked));
      return changed;
    },

    async resolve(ctx: Ctx, { ids, message }: { ids: readonly number[]; message?: string | undefined }) {
      const open = (await lock(ctx, ids, 'no key update')).filter(({ isOpen }) => isOpen);
      if (open.some(({ origin }) => origin !== 'rule')) fail('ALARM_RESOLVES_ITSELF');
      const now = clock.now();
      const { userId } = ctx.actor;
      const alarmIds = idsOf(open);
      await endAlarms(ctx.db, alarmIds, { userId, now });
      if (message !== undefined) await insertComments(ctx.db, { alarmIds, userId, message, now });
      await noteAlarmChanges(ctx.db, accountsOf(open));
      ctx.activity.counted = { as: 'resolved', objects: alarmIds.map((id) => ({ noun: 'alarm', id })) };
      return open.length;
    },
  };
}
export type AlarmService = ReturnType<typeof createAlarmService>;
