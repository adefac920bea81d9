import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/dashboards', load: () => import('./list/DashboardsPage.tsx').then((module) => module.DashboardsPage) },
  { path: '/dashboards/{id}', load: () => import('./view/DashboardPage.tsx').then((module) => module.DashboardPage) },
];
