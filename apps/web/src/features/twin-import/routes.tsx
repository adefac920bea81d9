import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/digitaltwin-mgmt/bulk-import',
    rule: 'DigitalTwin.manage',
    title: 'twin-import:title',
    load: () => import('./TwinImportPage.tsx').then((module) => module.TwinImportPage),
  },
];
