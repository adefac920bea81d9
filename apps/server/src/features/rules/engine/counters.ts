import type { Db } from '../../../platform/db/db.ts';
import type { Log } from '../../../platform/log/log.ts';
import { addToRecords, addToStatuses, type Repeats } from './status.store.ts';

const flushMs = 5_000;

export interface Counters {
  add(ruleId: number, executionId: number, atMs: number): void;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Counts evaluations with an unchanged result, which is most of them, and writes the counts every few seconds. A crash
 * may lose the last counts, but never a record.
 */
export function createCounters({ db, log }: { db: Db; log: Log }): Counters {
  let open = new Map<string, Repeats>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  function add(more: Repeats): void {
    const key = `${more.ruleId} ${more.executionId}`;
    const known = open.get(key);
    if (!known) open.set(key, { ...more });
    else {
      known.count += more.count;
      known.lastAtMs = Math.max(known.lastAtMs, more.lastAtMs);
    }
  }

  async function write(): Promise<void> {
    const repeats = [...open.values()];
    open = new Map();
    if (repeats.length === 0) return;
    try {
      await save(repeats);
    } catch (error) {
      // The database restarts, for example: the next flush writes them.
      for (const each of repeats) add(each);
      throw error;
    }
  }

  async function save(repeats: readonly Repeats[]): Promise<void> {
    // A rule that was changed since the last flush has two records; its status counts both.
    const byRule = Map.groupBy(repeats, ({ ruleId }) => ruleId);
    const sums = [...byRule.values()].flatMap((list) => {
      const [first] = list;
      if (!first) return [];
      const count = list.reduce((sum, each) => sum + each.count, 0);
      return [{ ...first, count, lastAtMs: Math.max(...list.map(({ lastAtMs }) => lastAtMs)) }];
    });
    await db.transaction(async (tx) => {
      await addToStatuses(tx, sums);
      await addToRecords(tx, repeats);
    });
  }

  function flush(): Promise<void> {
    flushing = flushing
      .then(write)
      .catch((error: unknown) => log.warn({ err: error }, 'counts of rules could not be written'));
    return flushing;
  }

  return {
    add: (ruleId, executionId, atMs) => add({ ruleId, executionId, count: 1, lastAtMs: atMs }),
    flush,
    start() {
      timer ??= setInterval(() => void flush(), flushMs);
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await flush();
    },
  };
}
