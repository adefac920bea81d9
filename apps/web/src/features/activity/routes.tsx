import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/system-logs', load: () => import('./ActivityPage.tsx').then((module) => module.ActivityPage) },
];
