import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/niota-classic/service-builders',
    load: () => import('./ServiceBuildersPage.tsx').then((module) => module.ServiceBuildersPage),
  },
];
