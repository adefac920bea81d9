import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/public/{key}/tiles/{id}',
    load: () => import('./PublicTilesPage.tsx').then((module) => module.PublicTilesPage),
  },
  {
    path: '/public/{key}/map/{twinId}',
    load: () => import('./PublicMapPage.tsx').then((module) => module.PublicMapPage),
  },
];
