import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  { path: '/digitaltwin-mgmt', load: () => import('./TwinsPage.tsx').then((module) => module.TwinsPage) },
  { path: '/digitaltwin-mgmt/list', load: () => import('./TwinListPage.tsx').then((module) => module.TwinListPage) },
  { path: '/digitaltwin-mgmt/{id}', load: () => import('./TwinPage.tsx').then((module) => module.TwinPage) },
  {
    path: '/digitaltwin-mgmt/{id}/edit',
    rule: 'DigitalTwin.write',
    title: 'twins:edit.title',
    load: () => import('./EditTwinPage.tsx').then((module) => module.EditTwinPage),
  },
  {
    path: '/digitaltwin-mgmt/{id}/duplicate-csv',
    rule: 'DigitalTwin.write',
    title: 'twins:csv.title',
    load: () => import('./BulkDuplicatePage.tsx').then((module) => module.BulkDuplicatePage),
  },
  {
    path: '/digitaltwin-mgmt/{id}/synchronise',
    rule: 'DigitalTwin.write',
    title: 'twins:sync.title',
    load: () => import('./SynchronisePage.tsx').then((module) => module.SynchronisePage),
  },
];
