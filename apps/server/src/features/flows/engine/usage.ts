import type { Db } from '../../../platform/db/db.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { OutboxEntry } from '../../../platform/outbox/outbox.store.ts';
import { measureQueues, writeUsages } from './usage.store.ts';

/** Queued events of one account may occupy this much; further ones are dropped and counted. */
export const queuedLimitBytes = 256 * 1024 * 1024;

interface UsageDeps {
  db: Db;
  log: Log;
  limitBytes?: number;
  everyMs?: number;
}

/** The queues of accounts, measured in the background, so that an event costs no query. */
export interface Usage {
  /** Whether these entries may still be queued; counts them if not. */
  admit(accountId: number, entries: readonly OutboxEntry[]): boolean;
  start(): void;
  stop(): Promise<void>;
  measure(): Promise<void>;
}

/** Content and columns of an entry. */
const sizeOf = (entries: readonly OutboxEntry[]): number =>
  entries.reduce((sum, { payload }) => sum + 100 + JSON.stringify(payload).length, 0);

export function createUsage({ db, log, limitBytes = queuedLimitBytes, everyMs = 5_000 }: UsageDeps): Usage {
  const measured = new Map<number, number>();
  /** Bytes that this process has queued since the last measurement. */
  let added = new Map<number, number>();
  let dropped = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let isActive = true;
  let running: Promise<void> = Promise.resolve();

  async function measureOnce(): Promise<void> {
    const lost = dropped;
    dropped = new Map();
    const before = added;
    added = new Map();
    const queues = await measureQueues(db);
    measured.clear();
    for (const { accountId, bytes } of queues) measured.set(accountId, bytes);
    await writeUsages(db, queues, lost);
    // Nothing is measured again until something is queued.
    isActive = queues.length > 0 || before.size > 0;
  }

  function measure(): Promise<void> {
    running = running.then(measureOnce).catch((error: unknown) => {
      log.warn({ err: error }, 'queues of flows not measured');
    });
    return running;
  }

  function schedule(afterMs: number): void {
    timer = setTimeout(async () => {
      const startedMs = performance.now();
      if (isActive) await measure();
      // A long queue takes long to measure: at most a twentieth of the time.
      if (timer) schedule(Math.max(everyMs, 20 * (performance.now() - startedMs)));
    }, afterMs);
    timer.unref();
  }

  return {
    admit(accountId, entries) {
      if (entries.length === 0) return false;
      isActive = true;
      const bytes = sizeOf(entries);
      const since = (added.get(accountId) ?? 0) + bytes;
      if ((measured.get(accountId) ?? 0) + since > limitBytes) {
        dropped.set(accountId, (dropped.get(accountId) ?? 0) + entries.length);
        return false;
      }
      added.set(accountId, since);
      return true;
    },
    start: () => schedule(everyMs),
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
    measure,
  };
}
