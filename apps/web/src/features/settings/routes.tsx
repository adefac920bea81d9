import type { ScreenPage } from '../../lib/screen-page.ts';
import { settingsTabs } from './slots.ts';

export const routes: ScreenPage[] = [
  {
    path: '/system-settings',
    load: () => import('./SystemSettingsPage.tsx').then((module) => module.SystemSettingsPage),
    slots: [settingsTabs],
  },
];
