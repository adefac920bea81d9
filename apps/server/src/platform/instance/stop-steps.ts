import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log/log.ts';

export interface StopLimits {
  stepMs: number;
  /** Maximum time to wait for all steps together; the remaining steps are still started. */
  wholeMs: number;
}

interface StopStep {
  name: string;
  stop(): Promise<void> | void;
  /** The step has its own limit and must complete: otherwise an embedded database would keep running. */
  isEssential: boolean;
}

interface StopSteps {
  add(name: string, stop: StopStep['stop'], options?: { isEssential?: boolean }): void;
  /** Runs the steps in reverse order of their registration. A failing step does not prevent the others. */
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
