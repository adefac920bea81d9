import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/help', load: () => import('./HelpPage.tsx').then((module) => module.HelpPage) },
];
