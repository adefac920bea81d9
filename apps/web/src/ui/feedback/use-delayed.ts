import { useEffect, useState } from 'react';

/** A skeleton with a shorter delay would only flicker. */
export const skeletonDelayMs = 150;

/** True once `active` has lasted for the delay; false again at once. */
export function useDelayed(active: boolean, delayMs = skeletonDelayMs): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [active, delayMs]);
  return active && passed;
}
