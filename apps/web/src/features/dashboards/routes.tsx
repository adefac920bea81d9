import type { PageVisit, ScreenPage } from '../../lib/screen-page.ts';

const prepare = async (visit: PageVisit) => (await import('./view/prepare-dashboard.ts')).prepareDashboard(visit);

export const routes: ScreenPage[] = [
  { path: '/dashboards', load: () => import('./list/DashboardsPage.tsx').then((module) => module.DashboardsPage) },
  {
    path: '/dashboards/{id}',
    load: () => import('./view/DashboardPage.tsx').then((module) => module.DashboardPage),
    prepare,
  },
];
