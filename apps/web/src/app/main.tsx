import './fonts.css';
import { isLanguage } from '@stellwerk/contract/text';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../lib/i18n.ts';
import { sessionStore } from '../lib/session.ts';
import { provideContributions } from '../lib/slots.ts';
import { appRoutesOf } from './app-routes.ts';
import { Providers } from './Providers.tsx';
import { pages } from './pages.ts';
import { buildQueryClient } from './query-client.ts';
import { registerServiceWorker } from './release.ts';
import { buildRouter } from './router.tsx';

provideContributions(async () => (await import('./contributions.ts')).contributions);

const queries = buildQueryClient(() => {
  if (sessionStore.state().session) void sessionStore.check();
});
const router = buildRouter({ appRoutes: appRoutesOf(pages), sessions: sessionStore, queries });

// A session that ended or changed elsewhere makes every open page run its guard again.
let known = sessionStore.state();
sessionStore.subscribe(() => {
  const before = known;
  known = sessionStore.state();
  if (before.session?.user?.id !== known.session?.user?.id) queries.clear();
  if (!before.session) return;
  if (known.hasLeft) void router.navigate({ to: '/login' });
  else void router.invalidate();
});

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root');

registerServiceWorker();
const { language } = document.documentElement.dataset;
await startI18n(isLanguage(language) ? language : undefined);
createRoot(container).render(
  <StrictMode>
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
