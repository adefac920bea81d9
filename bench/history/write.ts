import { timed } from '../measure.ts';

export const batchPoints = 5_000;
/** As many batches in flight as an installation of a few shards has. */
const writers = 4;

/** How long it took. */
export async function writeAll<T>(batches: Iterator<T>, write: (batch: T) => Promise<void>): Promise<number> {
  const work = async () => {
    for (let next = batches.next(); !next.done; next = batches.next()) await write(next.value);
  };
  return (await timed(() => Promise.all(Array.from({ length: writers }, work)))).ms;
}
