import type { z } from 'zod';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { JobItemError } from '../../platform/jobs/define-job.ts';
import type { Fields } from './bulk.table.ts';
import type { CreateOptions, ImportTarget } from './bulk-target.ts';
import { failureOf, tryItem } from './edit-items.ts';

export interface NumberedRow<Row> {
  line: number;
  row: Row;
}

export interface Imported {
  items: { line: number; id: number; after: Fields }[];
  failures: (JobItemError & { line: number })[];
}

/** Rows that are created with one set of statements. One that fails makes the others of its batch be tried alone. */
export const rowsAtOnce = 50;

/** Consecutive rows that may share a transaction. */
export function batchesOf<Row>(rows: readonly NumberedRow<Row>[], isAlone: (row: Row) => boolean) {
  const batches: NumberedRow<Row>[][] = [];
  for (const each of rows) {
    const last = batches.at(-1);
    const isFull = !last || last.length >= rowsAtOnce || isAlone(each.row) || last.some(({ row }) => isAlone(row));
    if (isFull) batches.push([each]);
    else last.push(each);
  }
  return batches;
}

/** Creates the objects of one batch in the transaction of the caller. Dry runs and jobs both use exactly this function. */
export async function importBatch<C extends z.ZodType, R extends z.ZodType>(
  ctx: Ctx,
  target: ImportTarget<C, R>,
  common: z.output<C>,
  batch: readonly NumberedRow<z.output<R>>[],
  options: CreateOptions,
): Promise<Imported> {
  const failures: Imported['failures'] = [];
  const created: { line: number; id: number }[] = [];

  async function create(rows: typeof batch): Promise<void> {
    const ids = await tryItem(ctx, (own) =>
      target.create(
        own,
        common,
        rows.map(({ row }) => row),
        options,
      ),
    );
    created.push(...rows.map(({ line }, index) => ({ line, id: ids[index] ?? 0 })));
  }

  async function createAlone(row: (typeof batch)[number]): Promise<void> {
    try {
      await create([row]);
    } catch (error) {
      const { code, params } = failureOf(0, error);
      failures.push({ line: row.line, code, params });
    }
  }

  try {
    if (batch.length > 1) await create(batch);
  } catch (error) {
    failureOf(0, error);
  }
  if (created.length === 0) for (const row of batch) await createAlone(row);
  const fields = await target.read(
    ctx.db,
    created.map(({ id }) => id),
  );
  return { items: created.map((item) => ({ ...item, after: fields.get(item.id) ?? {} })), failures };
}
