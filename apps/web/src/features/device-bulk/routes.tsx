import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/virtual-devices/bulk-edit',
    rule: 'VirtualDevice.write',
    title: 'device-bulk:edit.title',
    load: () => import('./edit/BulkEditPage.tsx').then((module) => module.BulkEditPage),
  },
  {
    path: '/virtual-devices/bulk-import',
    rule: 'VirtualDevice.manage',
    title: 'device-bulk:import.title',
    load: () => import('./import/BulkImportPage.tsx').then((module) => module.BulkImportPage),
  },
];
