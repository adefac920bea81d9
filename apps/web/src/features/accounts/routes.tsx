import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/account-mgmt', load: () => import('./AccountsPage.tsx').then((module) => module.AccountsPage) },
  { path: '/account-mgmt/{tenantId}', load: () => import('./AccountPage.tsx').then((module) => module.AccountPage) },
  { path: '/account-mgmt-modules', load: () => import('./ModulesPage.tsx').then((module) => module.ModulesPage) },
];
