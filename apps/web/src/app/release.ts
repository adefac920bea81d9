const reloadKey = 'stellwerk.reloadedFor';

/** Thrown when a chunk of the app cannot be loaded even after a reload. */
export class StaleReleaseError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded', { cause });
    this.name = 'StaleReleaseError';
  }
}

/** Thrown when a chunk cannot be loaded because the server does not respond. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The server does not respond', { cause });
    this.name = 'UnreachableError';
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

/** While the server is down, a reload would replace the app by an error page of the browser. */
export async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  return answer?.ok ?? false;
}

/** A new release removes the old chunks; one reload of the page loads the new ones. */
export async function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!(await isServerThere())) throw new UnreachableError(cause);
    if (!isFirstFailure(() => window.sessionStorage, currentBuild())) throw new StaleReleaseError(cause);
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
