import { Session } from 'node:inspector/promises';
import type { Add } from './result.ts';

/** A part of 0.5 is the median; 0.99 is exceeded by one value in a hundred. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedMs = performance.now();
  const result = await work();
  return { ms: performance.now() - startedMs, result };
}

export async function medianMs(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push((await timed(work)).ms);
  return median(times);
}

/** Measures each query as each of the callers. */
export async function addMedianOfEach<Who>(
  add: Add,
  rounds: number,
  questions: Readonly<Record<string, (who: Who) => Promise<unknown>>>,
  askers: Readonly<Record<string, Who>>,
): Promise<void> {
  for (const [question, ask] of Object.entries(questions)) {
    for (const [of, who] of Object.entries(askers)) add(question, await medianMs(rounds, () => ask(who)), 'ms', { of });
  }
}

/** Memory of this process after garbage collection. */
export async function heldMegabytes(): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}
