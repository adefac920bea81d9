import { timed } from '../measure.ts';

export const batchPoints = 5_000;
/** Concurrent batches, as in an installation with a few shards. */
const writers = 4;

/** Returns the duration. */
export async function writeAll<T>(batches: Iterator<T>, write: (batch: T) => Promise<void>): Promise<number> {
  const work = async () => {
    for (let next = batches.next(); !next.done; next = batches.next()) await write(next.value);
  };
  return (await timed(() => Promise.all(Array.from({ length: writers }, work)))).ms;
}
