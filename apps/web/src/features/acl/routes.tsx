import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/account-mgmt-roles', load: () => import('./RolesPage.tsx').then((module) => module.RolesPage) },
];
