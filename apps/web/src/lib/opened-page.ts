import { useEffect, useSyncExternalStore } from 'react';

export interface OpenedPage {
  /** Inside the app, without parameters. */
  path: string;
  title: string;
}

let opened: OpenedPage | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Which page is on the screen under which title, once it has one. */
export const useOpenedPage = (): OpenedPage | undefined => useSyncExternalStore(subscribe, () => opened);

/** For the frame of all pages. */
export function useReportPage(title: string): void {
  const [path = ''] = window.location.hash.slice(1).split('?');
  useEffect(() => {
    opened = { path, title };
    for (const listener of listeners) listener();
  }, [path, title]);
}
