import type { Db } from '../db/db.ts';

export interface DueWork {
  /** Ids of the work whose time has come. */
  due(): Promise<readonly number[]>;
  /** Does one piece in a transaction of its own, and moves it to its next time. */
  run(tx: Db, id: number): Promise<void>;
  onFailure(error: unknown, id: number): void;
}

/** Runs all due work, also that which becomes due meanwhile. Failed work waits for the next call and holds up nothing. */
export async function runEachDue(db: Db, signal: AbortSignal, { due, run, onFailure }: DueWork): Promise<void> {
  const failed = new Set<number>();
  for (;;) {
    const ids = (await due()).filter((id) => !failed.has(id));
    if (ids.length === 0) return;
    for (const id of ids) {
      signal.throwIfAborted();
      await db
        .transaction((tx) => run(tx, id))
        .catch((error: unknown) => {
          failed.add(id);
          onFailure(error, id);
        });
    }
  }
}
