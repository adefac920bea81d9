const reloadKey = 'stellwerk.reloadedFor';

/** Thrown when a part of the app cannot be loaded even after a reload. */
export class StaleReleaseError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded', { cause });
    this.name = 'StaleReleaseError';
  }
}

/** Says whether this is the first failure of this build in this tab, and remembers that it was. */
function isFirstFailure(store: () => Pick<Storage, 'getItem' | 'setItem'>, build: string): boolean {
  try {
    if (store().getItem(reloadKey) === build) return false;
    store().setItem(reloadKey, build);
    return true;
  } catch {
    // Without a memory a second reload could not be told from the first: better an error than a circle.
    return false;
  }
}

/** Identifies the release that this page was loaded from: the address of its entry changes with every build. */
const currentBuild = () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

/** A new release removes the old chunks; loading the page anew once brings the new ones. */
export async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!navigator.onLine || !isFirstFailure(() => window.sessionStorage, currentBuild())) {
      throw new StaleReleaseError(cause);
    }
    window.location.reload();
    // The page is about to go; nothing must be drawn until then.
    return new Promise<never>(() => {});
  }
}

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // Without it the app works the same, only without its cache.
    navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  });
}
