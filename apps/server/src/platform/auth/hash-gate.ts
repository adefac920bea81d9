import { availableParallelism } from 'node:os';
import { createConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import { fail } from '../errors/app-error.ts';

/**
 * Password hashing is slow by design, so a flood of wrong attempts must not exhaust the CPU. At most `concurrency`
 * hashes run at once, a few more wait, and each source may occupy only some of the slots; the rest is refused at once.
 */
export interface HashGate {
  run<T>(source: string, work: () => Promise<T>): Promise<T>;
}

interface HashGateOptions {
  concurrency?: number;
  maxWaiting?: number;
  maxPerSource?: number;
}

/** One core stays free for other work. */
const spareCores = () => Math.max(1, availableParallelism() - 1);

export function createHashGate(options: HashGateOptions = {}): HashGate {
  const { concurrency = spareCores(), maxWaiting = 16, maxPerSource = 4 } = options;
  const perSource = new Map<string, number>();
  const limit = createConcurrencyLimit(concurrency);

  return {
    async run(source, work) {
      const held = perSource.get(source) ?? 0;
      if (held >= maxPerSource || limit.waiting() >= maxWaiting) fail('RATE_LIMITED', { retryAfterSeconds: 1 });
      perSource.set(source, held + 1);
      try {
        return await limit.run(work);
      } finally {
        const left = (perSource.get(source) ?? 1) - 1;
        if (left > 0) perSource.set(source, left);
        else perSource.delete(source);
      }
    },
  };
}
