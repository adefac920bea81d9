import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/digitaltwin-mgmt/map/twin/{twinId}',
    load: () => import('./TwinMapPage.tsx').then((module) => module.TwinMapPage),
  },
];
