import { fail } from '../../platform/errors/app-error.ts';

interface Turn {
  abort: AbortController;
  end: Promise<unknown>;
}

/** Work that costs much: of each user one at a time, and of all users not too many. */
export type Turns = <T>(userId: number, gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** A further one ends the one before of the same user, whose answer nobody waits for any more. */
export function createTurns({ maxAtOnce }: { maxAtOnce: number }): Turns {
  const running = new Map<number, Turn>();
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
    const own: Turn = { abort, end: result.catch(() => undefined) };
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
