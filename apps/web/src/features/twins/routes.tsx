import type { ScreenPage } from '../../lib/screen-page.ts';
import { twinActions, twinChips, twinPanels, twinTabs, twinViews } from './slots.ts';

export const routes: ScreenPage[] = [
  {
    path: '/digitaltwin-mgmt',
    slots: [twinViews, twinPanels],
    load: () => import('./TwinsPage.tsx').then((module) => module.TwinsPage),
  },
  {
    path: '/digitaltwin-mgmt/list',
    slots: [twinViews],
    load: () => import('./TwinListPage.tsx').then((module) => module.TwinListPage),
  },
  {
    path: '/digitaltwin-mgmt/{id}',
    slots: [twinTabs, twinActions, twinChips, twinPanels],
    load: () => import('./TwinPage.tsx').then((module) => module.TwinPage),
  },
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
