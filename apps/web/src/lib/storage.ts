import { useSyncExternalStore } from 'react';

/** Choices that a browser remembers. Never contains secrets. */
interface Choices {
  colourScheme: 'brand' | 'petrol' | 'blue' | 'violet' | 'green' | 'grey';
  colourMode: 'light' | 'dark' | 'system';
  language: 'de' | 'en';
  miniMenu: boolean;
  rowsPerPage: number;
  density: 'comfortable' | 'compact';
  /** 1 to 4, as in the address of a map. */
  mapStyle: number;
  map3d: boolean;
  /** Id of the account that lists show; 0: all accounts. */
  account: number;
}

export type ChoiceName = keyof Choices;

/** The script that runs before the first paint reads the same keys (public/start.js). */
const keyOf = (name: string) => `stellwerk.${name}`;

type StringStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Private windows may refuse storage at any call; then a choice lasts as long as the page. */
export function createStorage(store: () => StringStore) {
  const memory = new Map<string, string>();
  const listeners = new Set<() => void>();

  function readText(name: string): string | null {
    const key = keyOf(name);
    try {
      return store().getItem(key) ?? memory.get(key) ?? null;
    } catch {
      return memory.get(key) ?? null;
    }
  }

  function writeText(name: string, text: string): void {
    const key = keyOf(name);
    try {
      store().setItem(key, text);
      memory.delete(key);
    } catch {
      memory.set(key, text);
    }
    for (const listener of listeners) listener();
  }

  return {
    readText,
    writeText,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const storage = createStorage(() => window.localStorage);

function parse<T extends string | number | boolean>(text: string | null, fallback: T): T {
  if (text === null) return fallback;
  const value: unknown =
    typeof fallback === 'boolean' ? text === 'true' : typeof fallback === 'number' ? Number(text) : text;
  // The type of the fallback decides how the text is read, so the value has that type.
  return typeof value === 'number' && !Number.isFinite(value) ? fallback : (value as T);
}

export function readChoice<N extends ChoiceName>(name: N, fallback: Choices[N]): Choices[N] {
  return parse(storage.readText(name), fallback);
}

export function rememberChoice<N extends ChoiceName>(name: N, value: Choices[N]): void {
  storage.writeText(name, String(value));
}

/** A remembered choice as state: every component that uses the name changes with it. */
export function useChoice<N extends ChoiceName>(name: N, fallback: Choices[N]) {
  const value = useSyncExternalStore(storage.subscribe, () => readChoice(name, fallback));
  return [value, (next: Choices[N]) => rememberChoice(name, next)] as const;
}
