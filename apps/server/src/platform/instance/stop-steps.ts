import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log/log.ts';

export interface StopLimits {
  /** No step is waited for longer. */
  stepMs: number;
  /** Nor all of them together; steps that are left are begun all the same. */
  wholeMs: number;
}

interface StopStep {
  name: string;
  stop(): Promise<void> | void;
  /** Has a limit of its own and must not be left half done: an embedded database would stay behind. */
  isEssential: boolean;
}

export interface StopSteps {
  add(name: string, stop: StopStep['stop'], options?: { isEssential?: boolean }): void;
  /** Those that were added last come first. None keeps the others from being run. */
  run(): Promise<void>;
}

export const defaultStopLimits: StopLimits = { stepMs: 10_000, wholeMs: 20_000 };

export function createStopSteps({ log, stepMs, wholeMs }: StopLimits & { log: Log }): StopSteps {
  const steps: StopStep[] = [];

  async function runOne({ name, stop, isEssential }: StopStep, untilMs: number): Promise<void> {
    const ended = Promise.try(stop).catch((error: unknown) =>
      log.error({ err: error, name }, 'a part did not stop well'),
    );
    if (isEssential) return ended;
    const limitMs = Math.max(0, Math.min(stepMs, untilMs - performance.now()));
    const waiting = new AbortController();
    const late = delay(limitMs, 'late' as const, { signal: waiting.signal }).catch(() => {});
    const outcome = await Promise.race([ended, late]);
    waiting.abort();
    if (outcome === 'late') log.warn({ name, limitMs }, 'a part did not stop in time and is left behind');
  }

  return {
    add(name, stop, { isEssential = false } = {}) {
      steps.push({ name, stop, isEssential });
    },
    async run() {
      const untilMs = performance.now() + wholeMs;
      for (const step of steps.splice(0).reverse()) await runOne(step, untilMs);
    },
  };
}
