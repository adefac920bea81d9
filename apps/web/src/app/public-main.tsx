import './fonts.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../lib/i18n.ts';
import { Providers } from './Providers.tsx';
import { pages, placesOf } from './pages.ts';
import { buildQueryClient } from './query-client.ts';
import { buildRouter } from './router.tsx';

/** The entry that other sites may frame: it knows the shared pages alone and never asks who the caller is. */
const shared = placesOf(pages).filter(({ screen }) => screen.path.startsWith('/public/') || screen.path === '/error');
const router = buildRouter({ places: shared });
const queries = buildQueryClient(() => undefined);

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root');

await startI18n();
createRoot(container).render(
  <StrictMode>
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
