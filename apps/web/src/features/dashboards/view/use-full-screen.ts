import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isFullNow = () => document.fullscreenElement !== null;

function toggle(): void {
  // Refused where the browser does not allow it; then nothing changes.
  const change = isFullNow() ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch(() => undefined);
}

/** Whether the page fills the screen, which people also leave by a key of the browser. */
export function useFullScreen() {
  return { isFull: useSyncExternalStore(subscribe, isFullNow), toggle };
}
