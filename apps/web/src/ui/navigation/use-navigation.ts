import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/** A click with a modifier key or another button than the main one belongs to the browser. */
export const isPlainClick = (event: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** Navigation to a place inside the app, given as path with parameters, such as `/devices/7?tab=live`. */
export function useNavigation() {
  const router = useRouter();
  return {
    /** The address for an `href`. */
    addressOf: (path: string) => router.history.createHref(path),
    go: (path: string) => router.history.push(path),
    openTab: (path: string) => {
      window.open(router.history.createHref(path), '_blank', 'noopener');
    },
    /** Preloads the page's code; a failure appears on the navigation itself. */
    prefetch: (path: string) => {
      const [to = path] = path.split('?');
      router.preloadRoute({ to }).catch(() => undefined);
    },
  };
}
