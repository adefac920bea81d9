import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/digitaltwin/rules-monitor',
    load: () => import('./monitor/RulesMonitorPage.tsx').then((module) => module.RulesMonitorPage),
  },
  {
    path: '/digitaltwin-mgmt/{id}/rules/new',
    rule: 'DigitalTwin.write',
    title: 'rules:editor.newTitle',
    load: () => import('./editor/NewRulePage.tsx').then((module) => module.NewRulePage),
  },
  {
    path: '/digitaltwin-mgmt/{id}/rules/{ruleId}',
    rule: 'DigitalTwin.read',
    title: 'rules:editor.title',
    load: () => import('./editor/EditRulePage.tsx').then((module) => module.EditRulePage),
  },
];
