/** Long enough for all viewers of a wall display to share one result. */
const maxAgeMs = 3_000;
const maxEntries = 1_000;
const maxBytes = 64_000_000;

interface CacheOptions {
  nowMs: () => number;
  /** Lifetime of results; 0 disables the cache. */
  maxAgeMs?: number;
  maxBytes?: number;
}

interface Entry {
  answer: Promise<unknown>;
  askedMs: number;
  /** Undefined while the result is being computed. */
  sizeBytes?: number;
}

/** Estimates the size of a result from one element per list, because measuring all takes as long as sending them. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 2 * value.length + 16;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) {
    const sample = value.slice(0, 8);
    return 16 + (value.length / Math.max(1, sample.length)) * sample.reduce((sum, each) => sum + sizeOf(each), 0);
  }
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + 16 + sizeOf(each), 16);
}

/** Runs concurrent and repeated equal queries once for a short time. Failures are not cached. */
export function createShortCache(options: CacheOptions) {
  const ageMs = options.maxAgeMs ?? maxAgeMs;
  const limitBytes = options.maxBytes ?? maxBytes;
  const entries = new Map<string, Entry>();
  let heldBytes = 0;

  function remove(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    heldBytes -= entry.sizeBytes ?? 0;
  }

  /** A pending computation serves all callers, however long it takes. */
  const isOld = ({ sizeBytes, askedMs }: Entry) => sizeBytes !== undefined && options.nowMs() - askedMs >= ageMs;

  /** Removes the oldest entries first; the map keeps the order of insertion. */
  function shrink(): void {
    for (const [key, entry] of entries) {
      if (!isOld(entry) && entries.size <= maxEntries && heldBytes <= limitBytes) return;
      remove(key, entry);
    }
  }

  return {
    ageMs,
    size: () => ({ entries: entries.size, bytes: heldBytes }),
    /** `isKept` decides whether a result is cached; by default all that did not fail. */
    answer<T>(key: string, compute: () => Promise<T>, isKept: (answer: T) => boolean = () => true): Promise<T> {
      if (ageMs === 0) return compute();
      shrink();
      // A key identifies its query, so the cached promise has the type of that query.
      const known = entries.get(key) as (Entry & { answer: Promise<T> }) | undefined;
      if (known && !isOld(known)) return known.answer;
      if (known) remove(key, known);
      const answer = compute();
      const entry: Entry = { answer, askedMs: options.nowMs() };
      entries.set(key, entry);
      answer.then(
        (value) => {
          if (entries.get(key) !== entry) return;
          if (!isKept(value)) return remove(key, entry);
          entry.sizeBytes = sizeOf(value);
          heldBytes += entry.sizeBytes;
          shrink();
        },
        () => remove(key, entry),
      );
      return answer;
    },
  };
}
