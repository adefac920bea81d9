import type { alarmComment } from '@stellwerk/contract/alarm';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { alarmToWire, commentToWire } from './alarm-mapper.ts';
import { endAlarms, holdAlarms, insertComments, tellOf } from './change.store.ts';
import { type AlarmList, findAlarmIds } from './page.store.ts';
import { commentsOf, findAlarmRows, findComment, lastComments } from './row.store.ts';

interface Batch {
  ids: readonly number[];
  message: string;
}

export function createAlarmService({ clock }: { clock: Clock }) {
  /** All or none: one that was removed since the gate looked at it ends the call. */
  async function hold(ctx: Ctx, ids: readonly number[], strength: 'key share' | 'no key update') {
    const wanted = new Set(ids);
    const held = await holdAlarms(ctx.db, [...wanted], strength);
    return held.length === wanted.size ? held : fail('ALARM_NOT_FOUND');
  }

  /** The ids of the comments. */
  async function commentOn(ctx: Ctx, { ids, message }: Batch): Promise<number[]> {
    const held = await hold(ctx, ids, 'key share');
    const alarmIds = held.map(({ id }) => id);
    const written = await insertComments(ctx.db, { alarmIds, userId: ctx.actor.userId, message, now: clock.now() });
    await tellOf(ctx.db, held);
    return written;
  }

  return {
    async list(ctx: Ctx, query: AlarmList) {
      const { ids, ...total } = await findAlarmIds(ctx.db, ctx.actor, ctx.language, query);
      const [rows, comments] = await Promise.all([findAlarmRows(ctx.db, ids), lastComments(ctx.db, ids)]);
      const data = rows.map((row) => alarmToWire(row, ctx, comments.get(row.id)));
      return { data, ...total, offset: query.offset, limit: query.limit };
    },

    async read(ctx: Ctx, id: number) {
      const [row] = await findAlarmRows(ctx.db, [id]);
      if (!row) return fail('ALARM_NOT_FOUND');
      const comments = await commentsOf(ctx.db, id);
      return { ...alarmToWire(row, ctx, comments.at(-1)), comments: comments.map(commentToWire) };
    },

    async comment(ctx: Ctx, id: number, message: string): Promise<z.output<typeof alarmComment>> {
      const [commentId = 0] = await commentOn(ctx, { ids: [id], message });
      const comment = (await findComment(ctx.db, commentId)) ?? fail('ALARM_NOT_FOUND');
      return commentToWire(comment);
    },

    commentMany: async (ctx: Ctx, batch: Batch): Promise<number> => (await commentOn(ctx, batch)).length,

    async resolve(ctx: Ctx, { ids, message }: { ids: readonly number[]; message?: string | undefined }) {
      const held = await hold(ctx, ids, 'no key update');
      const open = held.filter(({ isOpen }) => isOpen);
      if (open.some(({ origin }) => origin !== 'rule')) fail('ALARM_RESOLVES_ITSELF');
      const now = clock.now();
      const { userId } = ctx.actor;
      await endAlarms(ctx.db, open, { userId, now });
      const alarmIds = open.map(({ id }) => id);
      if (message !== undefined) await insertComments(ctx.db, { alarmIds, userId, message, now });
      await tellOf(ctx.db, open);
      ctx.activity.counted = { as: 'resolved', objects: alarmIds.map((id) => ({ noun: 'alarm', id })) };
      return open.length;
    },
  };
}
export type AlarmService = ReturnType<typeof createAlarmService>;
