import { eq } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../clock/clock.ts';
import type { Database } from '../../db/db.ts';
import { createLog } from '../../log/log.ts';
import { defineJob, type JobKind, type JobRun } from '../define-job.ts';
import type { JobChange } from '../job.store.ts';
import { jobs } from '../job.table.ts';
import { createJobs } from '../jobs.ts';

export const log = createLog('silent');
export const common = { accountId: 1, scopeId: 1, userId: null, apiKeyId: null, title: 'A job' };
export const upTo = (n: number) => Array.from({ length: n }, (_, index) => index);

/** Collects changes as they arrive, and returns promises for future ones. */
function createWatch() {
  const seen: JobChange[] = [];
  const waiting = new Set<() => void>();
  return {
    seen,
    onChange(change: JobChange) {
      seen.push(change);
      for (const look of waiting) look();
    },
    until(matches: (change: JobChange) => boolean): Promise<JobChange> {
      return new Promise((resolve) => {
        const look = () => {
          const found = seen.find(matches);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      });
    },
  };
}

let names = 0;

/** Defines a separate job kind for each test. */
export const simple = (
  run: (run: JobRun<{ n: number }>) => Promise<void>,
  more: Partial<Pick<JobKind, 'afterCrash' | 'concurrency' | 'timeoutMs'>> = {},
) => {
  names += 1;
  return defineJob({
    kind: `kind-${names}`,
    undo: { way: 'needless' },
    payload: z.object({ n: z.number() }),
    afterCrash: 'startOver',
    ...more,
    run,
  });
};

/** Creates an engine that stops with its test; unless `start` is false it runs jobs at once. */
export async function startJobs(database: Database, kinds: JobKind[], options: { start?: boolean } = {}) {
  const watch = createWatch();
  const engine = createJobs({
    database,
    log,
    clock: systemClock,
    kinds: () => kinds,
    onChange: watch.onChange,
    pulseMs: 20,
    recoverEveryMs: 200,
  });
  onTestFinished(() => engine.stop());
  if (options.start !== false) await engine.start();
  const ended = (id: number) =>
    watch.until((change) => change.id === id && ['done', 'error', 'canceled'].includes(change.state));
  return { engine, watch, ended };
}

export async function rowOf({ db }: Database, id: number) {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  if (!row) throw new Error(`no job ${id}`);
  return row;
}
