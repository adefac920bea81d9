/** The frame has an opaque origin and no network; it talks to the page around it by messages alone. */
window.parent.postMessage({ kind: 'stellwerk:chart-frame-ready' }, '*');

export {};
