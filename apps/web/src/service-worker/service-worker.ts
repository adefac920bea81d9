export {};

declare const self: ServiceWorkerGlobalScope;

const cacheName = 'stellwerk-assets';
/** Old releases leave files behind; the oldest go first. */
const maxEntries = 300;

/** Names with a hash never change their content, so they are safe to keep; nothing else is ever cached. */
const isHashedAsset = (url: URL) =>
  url.origin === self.location.origin && /^\/assets\/.+-[\w-]{8}\.\w+$/.test(url.pathname);

async function fromCacheFirst(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') {
    await cache.put(request, response.clone());
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - maxEntries)).map((key) => cache.delete(key)));
  }
  return response;
}

self.addEventListener('install', (event) => {
  // A worker that may not fetch, for example by a content security policy, would break every page: it must not start.
  event.waitUntil(fetch(self.location.href, { method: 'HEAD' }).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && isHashedAsset(new URL(event.request.url))) {
    event.respondWith(fromCacheFirst(event.request));
  }
});
