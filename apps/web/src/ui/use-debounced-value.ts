import { useEffect, useRef, useState } from 'react';

interface DebounceOptions {
  /** A query for half a word is useless. */
  delayMs?: number;
  /** Maximum delay, so that the value also changes while the user keeps typing. */
  maxWaitMs?: number;
}

/** A value that changes once it has been stable for a moment. Objects are passed as texts. */
export function useDebouncedValue<T>(
  value: T,
  { delayMs = 500, maxWaitMs = Number.POSITIVE_INFINITY }: DebounceOptions = {},
): T {
  const [debounced, setDebounced] = useState(value);
  const waitingSince = useRef<number>(undefined);
  useEffect(() => {
    if (value === debounced) {
      waitingSince.current = undefined;
      return;
    }
    const now = Date.now();
    waitingSince.current ??= now;
    const waitMs = Math.max(0, Math.min(delayMs, waitingSince.current + maxWaitMs - now));
    const timer = setTimeout(() => {
      waitingSince.current = undefined;
      setDebounced(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, debounced, delayMs, maxWaitMs]);
  return debounced;
}
