const chunkSize = 512;

/** Sorted numbers in chunks of bounded size, so that inserting, removing and finding by rank don't move all numbers. */
export function createSortedNumbers(numbers: Iterable<number> = []) {
  const chunks: number[][] = [];
  let size = 0;

  /** The first chunk whose last number is not below this value; otherwise the last chunk. */
  function chunkOf(value: number): number {
    let [low, high] = [0, chunks.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((chunks[middle]?.at(-1) ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function placeIn(chunk: readonly number[], value: number): number {
    let [low, high] = [0, chunk.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((chunk[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  const sorted = Float64Array.from(numbers).sort();
  for (let from = 0; from < sorted.length; from += chunkSize) {
    chunks.push(Array.from(sorted.subarray(from, from + chunkSize)));
  }
  size = sorted.length;

  return {
    size: () => size,

    add(value: number): void {
      size += 1;
      const index = chunkOf(value);
      const chunk = chunks[index];
      if (!chunk) {
        chunks.push([value]);
        return;
      }
      chunk.splice(placeIn(chunk, value), 0, value);
      if (chunk.length > 2 * chunkSize) chunks.splice(index + 1, 0, chunk.splice(chunkSize));
    },

    /** Removes one of the equal numbers. */
    remove(value: number): void {
      const index = chunkOf(value);
      const chunk = chunks[index];
      const place = chunk ? placeIn(chunk, value) : 0;
      if (!chunk || chunk[place] !== value) return;
      size -= 1;
      chunk.splice(place, 1);
      if (chunk.length === 0) chunks.splice(index, 1);
    },

    /** Null if empty; for an even count the mean of the two middle numbers. */
    median(): number | null {
      if (size === 0) return null;
      const at = (rank: number) => {
        let left = rank;
        for (const chunk of chunks) {
          if (left < chunk.length) return chunk[left] ?? Number.NaN;
          left -= chunk.length;
        }
        return Number.NaN;
      };
      const upper = at(size >>> 1);
      return size % 2 === 1 ? upper : (at((size >>> 1) - 1) + upper) / 2;
    },
  };
}
export type SortedNumbers = ReturnType<typeof createSortedNumbers>;
