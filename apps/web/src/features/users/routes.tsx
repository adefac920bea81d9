import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/account-mgmt/user/{tenantId}/',
    load: () => import('./CreateUserPage.tsx').then((module) => module.CreateUserPage),
  },
  {
    path: '/account-mgmt/user/{tenantId}/{id}',
    load: () => import('./UserPage.tsx').then((module) => module.UserPage),
  },
  {
    path: '/account-mgmt/user-bulk-create/{tenantId}/',
    load: () => import('./BulkUsersPage.tsx').then((module) => module.BulkUsersPage),
  },
  { path: '/user-profile', load: () => import('./ProfilePage.tsx').then((module) => module.ProfilePage) },
  {
    path: '/reset-password',
    load: () => import('./ResetPasswordPage.tsx').then((module) => module.ResetPasswordPage),
  },
  {
    path: '/change-password',
    load: () => import('./ChangePasswordPage.tsx').then((module) => module.ChangePasswordPage),
  },
];
