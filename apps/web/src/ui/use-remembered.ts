import { useCallback, useSyncExternalStore } from 'react';
import { storage } from '../lib/storage.ts';

/** A text that this browser remembers under a name of its own, such as a hidden hint or the last view of a map. */
export function useRemembered(name: string) {
  const text = useSyncExternalStore(storage.subscribe, () => storage.readText(name));
  const remember = useCallback((next: string) => storage.writeText(name, next), [name]);
  return [text, remember] as const;
}
