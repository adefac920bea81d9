import { describe, expect, it } from 'vitest';
import { createStorage } from './storage.ts';

function memoryStore() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe('storage', () => {
  it('keeps values under the prefix of the product', () => {
    const store = memoryStore();
    const storage = createStorage(() => store);
    storage.writeText('language', 'en');
    expect(store.values.get('stellwerk.language')).toBe('en');
    expect(storage.readText('language')).toBe('en');
  });

  it('remembers for the life of the page when the browser refuses storage', () => {
    const storage = createStorage(() => {
      throw new Error('SecurityError');
    });
    expect(storage.readText('miniMenu')).toBeNull();
    storage.writeText('miniMenu', 'true');
    expect(storage.readText('miniMenu')).toBe('true');
  });

  it('remembers when only writing is refused', () => {
    const store = memoryStore();
    const storage = createStorage(() => ({
      ...store,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    }));
    storage.writeText('language', 'en');
    expect(storage.readText('language')).toBe('en');
  });

  it('notifies its listeners until they unsubscribe', () => {
    const storage = createStorage(memoryStore);
    let count = 0;
    const stop = storage.subscribe(() => {
      count += 1;
    });
    storage.writeText('language', 'en');
    stop();
    storage.writeText('language', 'de');
    expect(count).toBe(1);
  });
});
