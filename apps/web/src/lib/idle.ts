/** Browsers without a sense of idleness wait this long. */
const patienceMs = 1_000;

/** Does something once the page has nothing better to do; the answer calls it off. */
export function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(work, patienceMs);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(work);
  return () => window.cancelIdleCallback(handle);
}
