import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/connectors/list', load: () => import('./ConnectorsPage.tsx').then((module) => module.ConnectorsPage) },
  {
    path: '/connectors/create',
    load: () => import('./CreateConnectorPage.tsx').then((module) => module.CreateConnectorPage),
  },
  {
    path: '/connectors/edit/{account}/{id}',
    load: () => import('./edit/EditConnectorPage.tsx').then((module) => module.EditConnectorPage),
  },
];
