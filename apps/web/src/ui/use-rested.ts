import { useEffect, useRef, useState } from 'react';

interface Pace {
  /** Nobody wants an answer to half a word. */
  restMs?: number;
  /** At the latest after so long, so that something moves also while somebody does not stop. */
  latestMs?: number;
}

/** A value that follows once it has stayed the same for a moment. Objects are handed in as texts. */
export function useRested<T>(value: T, { restMs = 500, latestMs = Number.POSITIVE_INFINITY }: Pace = {}): T {
  const [rested, setRested] = useState(value);
  const waitingSince = useRef<number>(undefined);
  useEffect(() => {
    if (value === rested) {
      waitingSince.current = undefined;
      return;
    }
    const now = Date.now();
    waitingSince.current ??= now;
    const waitMs = Math.max(0, Math.min(restMs, waitingSince.current + latestMs - now));
    const timer = setTimeout(() => {
      waitingSince.current = undefined;
      setRested(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, rested, restMs, latestMs]);
  return rested;
}
