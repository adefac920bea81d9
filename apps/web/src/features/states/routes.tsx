import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/digitaltwin-state-overview',
    load: () => import('./overview/StatesPage.tsx').then((module) => module.StatesPage),
  },
];
