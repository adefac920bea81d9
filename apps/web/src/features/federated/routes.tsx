import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/oauth', load: () => import('./OauthPage.tsx').then((module) => module.OauthPage) },
];
