import './fonts.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { routes } from '../features/twin-sharing/routes.tsx';
import { browserLanguage, startI18n } from '../lib/i18n.ts';
import { appRoutesOf, framePages } from './app-routes.ts';
import { Providers } from './Providers.tsx';
import { buildQueryClient } from './query-client.ts';
import { buildRouter } from './router.tsx';

/** The entry that other sites may frame. It contains only the shared pages and never queries the session. */
const pages = [...framePages, ...routes.map((page) => ({ ...page, namespace: 'twin-sharing' }))];
const router = buildRouter({ appRoutes: appRoutesOf(pages).filter(({ page }) => page !== undefined) });
const queries = buildQueryClient(() => undefined);

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root');

await startI18n(browserLanguage());
createRoot(container).render(
  <StrictMode>
    <Providers queries={queries}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
