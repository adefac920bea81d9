import type { ScreenPage } from '../../lib/screen-page.ts';
import { twinActions, twinChips, twinPanels, twinTabs } from '../twins/index.ts';

export const routes: ScreenPage[] = [
  { path: '/virtual-devices', load: () => import('./list/DevicesPage.tsx').then((module) => module.DevicesPage) },
  {
    path: '/virtual-devices/map',
    load: () => import('./map/DevicesMapPage.tsx').then((module) => module.DevicesMapPage),
  },
  {
    path: '/virtual-devices/create',
    rule: 'VirtualDevice.manage',
    title: 'devices:wizard.title',
    load: () => import('./wizard/CreateDevicePage.tsx').then((module) => module.CreateDevicePage),
  },
  {
    path: '/virtual-devices/{id}',
    slots: [twinTabs, twinActions, twinChips, twinPanels],
    load: () => import('./detail/DevicePage.tsx').then((module) => module.DevicePage),
  },
];
