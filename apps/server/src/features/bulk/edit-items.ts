import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '@stellwerk/contract/errors';
import type { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Fields } from './bulk.table.ts';
import type { EditTarget } from './bulk-target.ts';

export interface ItemFailure {
  id: number;
  code: ErrorCode;
  params: Record<string, string | number>;
}

export interface EditedItem {
  id: number;
  /** Only the changed fields; empty if the object already was as configured. */
  before: Fields;
  after: Fields;
}

export interface Edited {
  items: EditedItem[];
  failures: ItemFailure[];
}

/** Rethrows errors that are no user's fault: they end the job, or are retried. */
export function failureOf(id: number, error: unknown): ItemFailure {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return { id, code: error.code, params: error.params };
}

/** Runs work on one item in a savepoint; live updates of a failed item are not sent. */
export async function tryItem<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const later: (() => unknown)[] = [];
  const result = await ctx.db.transaction((db) => work({ ...ctx, db, afterCommit: (each) => later.push(each) }));
  for (const each of later) ctx.afterCommit(each);
  return result;
}

function changedFields(before: Fields, after: Fields): Pick<EditedItem, 'before' | 'after'> {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const only = (fields: Fields): Fields => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/** Changes objects one by one in the transaction of the caller. Dry runs and jobs both use exactly this function. */
export async function editItems<S extends z.ZodType>(
  ctx: Ctx,
  target: EditTarget<S>,
  ids: readonly number[],
  change: z.output<S>,
): Promise<Edited> {
  const before = await target.read(ctx.db, ids);
  const failures: ItemFailure[] = [];
  for (const id of ids) {
    if (!before.has(id)) {
      failures.push({ id, code: target.notFound, params: {} });
      continue;
    }
    try {
      await tryItem(ctx, (own) => target.apply(own, id, change));
    } catch (error) {
      failures.push(failureOf(id, error));
    }
  }
  const failed = new Set(failures.map(({ id }) => id));
  const after = await target.read(
    ctx.db,
    ids.filter((id) => !failed.has(id)),
  );
  const items = [...after].map(([id, fields]) => ({ id, ...changedFields(before.get(id) ?? {}, fields) }));
  return { items: ids.flatMap((id) => items.find((item) => item.id === id) ?? []), failures };
}
