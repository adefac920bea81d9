import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/alarm-logs', load: () => import('./list/AlarmsPage.tsx').then((module) => module.AlarmsPage) },
];
