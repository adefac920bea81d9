import { CssBaseline, ThemeProvider } from '@mui/material';
import type { StorageManager } from '@mui/material/styles';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { storage } from '../lib/storage.ts';
import { theme } from '../ui/theme/theme.ts';
import { ErrorPage } from './ErrorPage.tsx';

/** The library stores the colour mode under the key that the script before the first paint reads. */
const rememberedMode: StorageManager = ({ key }) => ({
  get: (fallback) => storage.readText(key) ?? fallback,
  set: (value) => {
    if (typeof value === 'string') storage.writeText(key, value);
  },
  subscribe: (handler) => {
    const listener = (event: StorageEvent) => {
      if (event.key === `stellwerk.${key}` && event.newValue) handler(event.newValue);
    };
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  },
});

/** The default of the visited domain, as the server wrote it into the page. */
const { mode } = document.documentElement.dataset;
const defaultMode = mode === 'light' || mode === 'dark' ? mode : 'system';

export function Providers({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  return (
    <ThemeProvider
      theme={theme}
      defaultMode={defaultMode}
      modeStorageKey="colourMode"
      colorSchemeStorageKey="colourScheme"
      storageManager={rememberedMode}
      disableTransitionOnChange
      noSsr
    >
      <CssBaseline />
      <QueryClientProvider client={queries}>
        <CatchBoundary
          getResetKey={() => 'app'}
          errorComponent={({ error, reset }) => <ErrorPage error={error} onRetry={reset} />}
        >
          {children}
        </CatchBoundary>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
