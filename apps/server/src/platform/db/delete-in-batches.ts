import type { SQL } from 'drizzle-orm';
import type { Db } from './db.ts';

const batchSize = 5_000;

/** Deletes what may be a lot, a few thousand rows a statement: none of them holds its locks for long. */
export async function deleteInBatches(
  db: Db,
  signal: AbortSignal,
  statement: (batchSize: number) => SQL,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await db.execute(statement(batchSize));
    if ((rowCount ?? 0) < batchSize) return;
  }
}
