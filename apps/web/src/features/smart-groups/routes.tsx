import type { ScreenPage } from '../../lib/screen-page.ts';
import { smartGroupTabs } from './slots.ts';

export const routes: ScreenPage[] = [
  { path: '/virtual-device-groups', load: () => import('./list/GroupsPage.tsx').then((module) => module.GroupsPage) },
  {
    path: '/virtual-device-groups/map',
    load: () => import('./list/GroupsMapPage.tsx').then((module) => module.GroupsMapPage),
  },
  {
    path: '/virtual-device-groups/{id}',
    slots: [smartGroupTabs],
    load: () => import('./detail/GroupPage.tsx').then((module) => module.GroupPage),
  },
];
