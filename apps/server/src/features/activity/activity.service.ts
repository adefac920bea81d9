import { type ActivityEntry, activityCsvLimit, type activityQuery } from '@stellwerk/contract/activity';
import { toCsvLine } from '@stellwerk/contract/core/csv';
import type { z } from 'zod';
import type { Ctx } from '../../platform/http/ctx.ts';
import { type ActivityFilter, type FoundActivity, findActivity, findActivityBefore } from './activity.store.ts';

const pageSize = 1_000;

const personOf = (id: number | null, name: string | null, email: string | null) =>
  id === null ? null : { id, name: name ?? email ?? '', email: email ?? '' };

function toWire(row: FoundActivity): ActivityEntry {
  const { id, accountId, accountName, apiKeyId, address, outcome, code, objects, details, requestId, sealed } = row;
  return {
    id,
    at: row.at.toISOString(),
    user: personOf(row.userId, row.userName, row.userEmail),
    impersonator: personOf(row.impersonatorId, row.impersonatorName, row.impersonatorEmail),
    apiKey: apiKeyId === null ? null : { id: apiKeyId, title: row.apiKeyTitle },
    account: accountId === null ? null : { id: accountId, name: accountName ?? '' },
    address,
    action: `${row.method} ${row.path}`,
    outcome,
    code,
    objects,
    details,
    requestId,
    sealed,
  };
}

/** Columns of the CSV file, each with a function that reads its value. */
const csvColumns: [string, (entry: ActivityEntry) => string | number][] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['user', ({ user }) => user?.name ?? ''],
  ['email', ({ user }) => user?.email ?? ''],
  ['impersonator', ({ impersonator }) => impersonator?.name ?? ''],
  ['impersonatorEmail', ({ impersonator }) => impersonator?.email ?? ''],
  ['apiKey', ({ apiKey }) => (apiKey ? (apiKey.title ?? `#${apiKey.id}`) : '')],
  ['account', ({ account }) => account?.name ?? ''],
  ['address', ({ address }) => address],
  ['action', ({ action }) => action],
  ['outcome', ({ outcome }) => outcome],
  ['code', ({ code }) => code ?? ''],
  ['objects', ({ objects }) => objects.map(({ noun, id }) => `${noun} ${id}`).join(' ')],
  ['requestId', ({ requestId }) => requestId],
];

const header = csvColumns.map(([name]) => name);
const csvLine = (entry: ActivityEntry) => toCsvLine(csvColumns.map(([, read]) => read(entry)));

export const createActivityService = () => ({
  async list(ctx: Ctx, query: z.output<typeof activityQuery>) {
    const { rows, ...total } = await findActivity(ctx.db, ctx.actor.grants, query);
    return { data: rows.map(toWire), ...total, offset: query.offset, limit: query.limit };
  },

  /** Lines of the CSV file; reads one page of entries at a time. */
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
