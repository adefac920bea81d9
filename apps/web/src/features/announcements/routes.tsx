import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/account-mgmt-announcements',
    load: () => import('./AnnouncementsPage.tsx').then((module) => module.AnnouncementsPage),
  },
];
