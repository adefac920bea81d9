import { fail } from '../../platform/errors/app-error.ts';

interface RunningReplay {
  abort: AbortController;
  end: Promise<unknown>;
}

/** Replays are expensive: one at a time for each user, and a bounded number over all users. */
type ReplayLimit = <T>(userId: number, gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * A new replay aborts the previous one of the same user, whose answer is no longer shown. Replays over the limit are
 * refused rather than queued (`createConcurrencyLimit` queues).
 */
export function createReplayLimit({ maxAtOnce }: { maxAtOnce: number }): ReplayLimit {
  const running = new Map<number, RunningReplay>();
  return async (userId, gone, work) => {
    const before = running.get(userId);
    if (!before && running.size >= maxAtOnce) fail('RATE_LIMITED', { retryAfterSeconds: 2 });
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, gone]);
    before?.abort.abort();
    const result = (before?.end ?? Promise.resolve()).then(() => {
      signal.throwIfAborted();
      return work(signal);
    });
    const own: RunningReplay = { abort, end: result.catch(() => undefined) };
    running.set(userId, own);
    try {
      return await result;
    } catch (error) {
      if (signal.aborted) return fail('RATE_LIMITED', { retryAfterSeconds: 1 }, { cause: error });
      throw error;
    } finally {
      if (running.get(userId) === own) running.delete(userId);
    }
  };
}
