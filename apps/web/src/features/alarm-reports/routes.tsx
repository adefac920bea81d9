import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/alarm-log-reports', load: () => import('./ReportsPage.tsx').then((module) => module.ReportsPage) },
];
