import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/** A click that asks for another tab or window, or is not the main button, belongs to the browser. */
export const isPlainClick = (event: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Ways to a place inside the app, given as its path with parameters, such as `/devices/7?tab=live`. */
export function useGo() {
  const router = useRouter();
  return {
    /** The address for an `href`. */
    addressOf: (path: string) => router.history.createHref(path),
    go: (path: string) => router.history.push(path),
    openTab: (path: string) => {
      window.open(router.history.createHref(path), '_blank', 'noopener');
    },
    /** Loads the page's code ahead; a failure shows when one really goes there. */
    prefetch: (path: string) => {
      const [to = path] = path.split('?');
      router.preloadRoute({ to }).catch(() => undefined);
    },
  };
}
