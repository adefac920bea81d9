import { OverBudgetError } from '../../platform/clock/work-budget.ts';
import type { Log } from '../../platform/log/log.ts';
import { TakenOverError } from '../apply/applier.ts';

export interface Time {
  /** Milliseconds since any moment. */
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const delaysMs = [50, 250, 1_000, 5_000] as const;
/** Pause after failures that are not those of a batch. */
export const pauseMs = delaysMs[2];

/** Repeats work after temporary failures, such as a restart of the database: the packets are safe in the log. */
export function createRetries({ log, time }: { log: Log; time: Pick<Time, 'pause'> }) {
  let isStopped = false;
  return {
    /** Undefined if stopped. Throws if another process has taken over, or if the work takes longer than it may. */
    async until<T>(work: () => Promise<T>): Promise<T | undefined> {
      for (let attempt = 0; !isStopped; attempt += 1) {
        try {
          return await work();
        } catch (error) {
          if (error instanceof TakenOverError || error instanceof OverBudgetError) throw error;
          log.error({ err: error }, 'applying packets failed');
          await time.pause(delaysMs[attempt] ?? delaysMs[3]);
        }
      }
      return undefined;
    },
    stop(): void {
      isStopped = true;
    },
  };
}
