import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs the work once, some time after the first of several calls. */
export function useThrottledCallback(work: () => void, delayMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const run = useEffectEvent(work);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      run();
    }, delayMs);
  };
}
