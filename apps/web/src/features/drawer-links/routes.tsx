import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/drawer-links', load: () => import('./DrawerLinksPage.tsx').then((module) => module.DrawerLinksPage) },
];
