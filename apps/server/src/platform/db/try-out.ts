import type { Db } from './db.ts';

class Undone<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('undone');
    this.result = result;
  }
}

/** Does the work in a savepoint and undoes it, so that a preview has exactly the checks and results of the real call. */
export async function tryOut<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx): Promise<never> => {
      throw new Undone(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}
