import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isFullNow = () => document.fullscreenElement !== null;

function toggle(): void {
  // If the browser refuses, nothing changes.
  const change = isFullNow() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => undefined);
}

/** Whether the page is in full screen, which users can also leave by a key of the browser. */
export function useFullScreen() {
  return { isFull: useSyncExternalStore(subscribe, isFullNow), toggle };
}
