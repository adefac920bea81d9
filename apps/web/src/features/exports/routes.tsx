import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/scheduled-exports',
    load: () => import('./ScheduledExportsPage.tsx').then((module) => module.ScheduledExportsPage),
  },
];
