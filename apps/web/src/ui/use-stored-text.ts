import { useCallback, useSyncExternalStore } from 'react';
import { storage } from '../lib/storage.ts';

/** A text that this browser stores under its own key, such as a hidden hint or the last view of a map. */
export function useStoredText(name: string) {
  const text = useSyncExternalStore(storage.subscribe, () => storage.readText(name));
  const remember = useCallback((next: string) => storage.writeText(name, next), [name]);
  return [text, remember] as const;
}
