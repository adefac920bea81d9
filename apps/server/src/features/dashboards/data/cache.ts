/** For the time that it takes fifty viewers of one wall display to ask. */
const maxAgeMs = 3_000;
const maxEntries = 1_000;
const maxBytes = 64_000_000;

export interface CacheOptions {
  nowMs: () => number;
  /** 0: every question is asked. */
  maxAgeMs?: number;
  maxBytes?: number;
}

interface Entry {
  answer: Promise<unknown>;
  askedMs: number;
  /** Undefined while it is being computed. */
  sizeBytes?: number;
}

/** About how much an answer holds. Elements of a list are alike; looking at each would take as long as sending it. */
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

/** Equal questions that come at once or shortly after each other are answered once. Failures are not kept. */
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

  /** What is still being computed serves everybody who asks meanwhile. */
  const isOld = ({ sizeBytes, askedMs }: Entry) => sizeBytes !== undefined && options.nowMs() - askedMs >= ageMs;

  /** Entries stand in the order of their age. */
  function shrink(): void {
    for (const [key, entry] of entries) {
      if (!isOld(entry) && entries.size <= maxEntries && heldBytes <= limitBytes) return;
      remove(key, entry);
    }
  }

  return {
    ageMs,
    size: () => ({ entries: entries.size, bytes: heldBytes }),
    /** What is computed is kept where it should be; by default everything that did not fail. */
    answer<T>(key: string, compute: () => Promise<T>, isKept: (answer: T) => boolean = () => true): Promise<T> {
      if (ageMs === 0) return compute();
      shrink();
      // Keys tell what is asked, so that what lies under one is of the type that this question has.
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
export type ShortCache = ReturnType<typeof createShortCache>;
