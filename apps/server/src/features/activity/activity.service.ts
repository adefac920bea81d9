import { type ActivityEntry, activityCsvLimit, type activityQuery } from '@stellwerk/contract/activity';
import type { z } from 'zod';
import { toCsvLine } from '../../platform/files/csv.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { type ActivityFilter, type FoundActivity, findActivity, findActivityBefore } from './activity.store.ts';

const pageSize = 1_000;

function toWire(row: FoundActivity): ActivityEntry {
  const { id, userId, email, accountId, accountName, address, outcome, code, objects, details, requestId } = row;
  return {
    id,
    at: row.at.toISOString(),
    user: userId === null ? null : { id: userId, name: row.userName ?? email ?? '', email: email ?? '' },
    account: accountId === null ? null : { id: accountId, name: accountName ?? '' },
    address,
    action: `${row.method} ${row.path}`,
    outcome,
    code,
    objects,
    details,
    requestId,
  };
}

const header = ['id', 'at', 'user', 'email', 'account', 'address', 'action', 'outcome', 'code', 'objects', 'requestId'];

const csvLine = ({ id, at, user, account, address, action, outcome, code, objects, requestId }: ActivityEntry) =>
  toCsvLine([
    id,
    at,
    user?.name ?? '',
    user?.email ?? '',
    account?.name ?? '',
    address,
    action,
    outcome,
    code ?? '',
    objects.map(({ noun, id }) => `${noun} ${id}`).join(' '),
    requestId,
  ]);

export const createActivityService = () => ({
  async list(ctx: Ctx, query: z.output<typeof activityQuery>) {
    const { rows, ...total } = await findActivity(ctx.db, ctx.actor.grants, query);
    return { data: rows.map(toWire), ...total, offset: query.offset, limit: query.limit };
  },

  /** The lines of the file, a page of entries at a time. */
  async *csv(ctx: Ctx, filter: ActivityFilter): AsyncGenerator<string> {
    yield toCsvLine(header);
    let before: number | undefined;
    for (let written = 0; written < activityCsvLimit; written += pageSize) {
      const rows = await findActivityBefore(ctx.db, ctx.actor.grants, filter, { before, limit: pageSize });
      yield rows.map((row) => csvLine(toWire(row))).join('');
      before = rows.at(-1)?.id;
      if (rows.length < pageSize) return;
    }
  },
});
export type ActivityService = ReturnType<typeof createActivityService>;
