// Runs before the first paint, so that a remembered dark mode or language does not flash the other one.
(() => {
  const root = document.documentElement;
  let mode = null;
  let language = null;
  try {
    mode = localStorage.getItem('stellwerk.colourMode');
    language = localStorage.getItem('stellwerk.language');
  } catch {
    // Storage is closed in some private windows: the defaults hold.
  }
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  // The operator's defaults hold until the visitor chooses.
  mode ??= root.dataset.mode ?? null;
  language ??= root.dataset.language ?? null;
  const isDark = mode === 'dark' || (mode !== 'light' && prefersDark);
  root.setAttribute('data-theme', isDark ? 'dark' : 'light');
  root.lang = language === 'en' ? 'en' : 'de';
})();
