import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/api', load: () => import('./ApiPage.tsx').then((module) => module.ApiPage) },
];
