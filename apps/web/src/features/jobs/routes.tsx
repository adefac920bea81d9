import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/background-jobs', load: () => import('./JobsPage.tsx').then((module) => module.JobsPage) },
];
