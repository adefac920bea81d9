import { useEffect, useRef, useState } from 'react';

interface Pace {
  /** After so long without a change. */
  quietMs: number;
  /** At the latest after so long, so that something moves also while somebody does not stop. */
  latestMs: number;
}

/** Follows a value that changes often, but not at every change. Values are compared by their text. */
export function useSettled<T>(value: T, { quietMs, latestMs }: Pace): T {
  const [settled, setSettled] = useState(value);
  const waitingSince = useRef<number>(undefined);
  const text = JSON.stringify(value);
  const isSettled = text === JSON.stringify(settled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  useEffect(() => {
    if (isSettled) {
      waitingSince.current = undefined;
      return;
    }
    const now = Date.now();
    waitingSince.current ??= now;
    const waitMs = Math.max(0, Math.min(quietMs, waitingSince.current + latestMs - now));
    const timer = setTimeout(() => {
      waitingSince.current = undefined;
      setSettled(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, isSettled, quietMs, latestMs]);
  return settled;
}
