import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/virtual-device-drivers',
    load: () => import('./DriversPage.tsx').then((module) => module.DriversPage),
  },
  {
    path: '/virtual-device-drivers/{id}',
    load: () => import('./DriverPage.tsx').then((module) => module.DriverPage),
  },
];
