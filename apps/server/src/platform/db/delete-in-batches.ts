import type { SQL } from 'drizzle-orm';
import type { Db } from './db.ts';

const batchSize = 5_000;

/** Deletes many rows in batches of a few thousand, so that no statement holds its locks for long. */
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
