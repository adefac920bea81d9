import { useSyncExternalStore } from 'react';

export type ConnectionState = 'online' | 'offline' | 'unreachable';

/** Combines the browser's report on the network with the result of the last call to the server. */
export function createConnection() {
  let isReachable = true;
  const listeners = new Set<() => void>();

  function setReachable(next: boolean): void {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  }

  return {
    reached: () => setReachable(true),
    unreachable: () => setReachable(false),
    state(): ConnectionState {
      if (typeof navigator !== 'undefined' && navigator.onLine === false) return 'offline';
      return isReachable ? 'online' : 'unreachable';
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
  };
}

export const connection = createConnection();

export const useConnection = (): ConnectionState => useSyncExternalStore(connection.subscribe, connection.state);
