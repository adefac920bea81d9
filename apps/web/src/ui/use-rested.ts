import { useEffect, useState } from 'react';

/** Nobody wants an answer to half a word. */
const restMs = 500;

/** A value that follows once it has stayed the same for a moment. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
