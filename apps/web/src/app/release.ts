const reloadKey = 'stellwerk.reloadedFor';

/** Thrown when a chunk of the app cannot be loaded even after a reload. */
export class StaleReleaseError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded', { cause });
    this.name = 'StaleReleaseError';
  }
}

/** Returns whether this is the first failure of this build in this tab, and records it. */
function isFirstFailure(store: () => Pick<Storage, 'getItem' | 'setItem'>, build: string): boolean {
  try {
    if (store().getItem(reloadKey) === build) return false;
    store().setItem(reloadKey, build);
    return true;
  } catch {
    // Without storage a second reload looks like the first; an error is better than an endless loop.
    return false;
  }
}

/** Identifies the release that this page was loaded from: the address of its entry changes with every build. */
const currentBuild = () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

/** A new release removes the old chunks; one reload of the page loads the new ones. */
export async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!navigator.onLine || !isFirstFailure(() => window.sessionStorage, currentBuild())) {
      throw new StaleReleaseError(cause);
    }
    window.location.reload();
    // The page is about to reload; nothing must be rendered until then.
    return new Promise<never>(() => {});
  }
}

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // Without the service worker the app works the same, only without its cache.
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  });
}
