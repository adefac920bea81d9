import { OverBudgetError } from '../../platform/clock/work-budget.ts';
import { AppError } from '../../platform/errors/app-error.ts';
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

/** The sandbox refuses calls, for example those of an account that has too many waiting calls. */
export const isRefused = (error: unknown) => error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';

interface RetriesOptions {
  log: Log;
  time: Pick<Time, 'pause'>;
  /** Errors after which the same work must not be repeated. */
  isFinal?(error: unknown): boolean;
}

/** Repeats work after temporary failures, such as a restart of the database: the packets are safe in the log. */
export function createRetries({ log, time, isFinal = () => false }: RetriesOptions) {
  let isStopped = false;
  return {
    /** Undefined if stopped. Throws final errors: another process has taken over, or the work takes longer than it may. */
    async until<T>(work: () => Promise<T>): Promise<T | undefined> {
      for (let attempt = 0; !isStopped; attempt += 1) {
        try {
          return await work();
        } catch (error) {
          if (error instanceof TakenOverError || error instanceof OverBudgetError || isFinal(error)) throw error;
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
