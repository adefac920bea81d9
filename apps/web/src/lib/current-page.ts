import { useEffect, useSyncExternalStore } from 'react';

export interface CurrentPage {
  /** Inside the app, without parameters. */
  path: string;
  title: string;
}

let opened: CurrentPage | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Path and title of the shown page, once it has a title. */
export const useCurrentPage = (): CurrentPage | undefined => useSyncExternalStore(subscribe, () => opened);

/** For the shell. */
export function useReportCurrentPage(title: string): void {
  const [path = ''] = window.location.hash.slice(1).split('?');
  useEffect(() => {
    opened = { path, title };
    for (const listener of listeners) listener();
  }, [path, title]);
}
