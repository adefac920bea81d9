import { readsRules, writesRules } from '@stellwerk/contract/rule';
import type { ScreenPage } from '../../lib/screen-page.ts';

export const routes: ScreenPage[] = [
  {
    path: '/digitaltwin/rules-monitor',
    load: () => import('./monitor/RulesMonitorPage.tsx').then((module) => module.RulesMonitorPage),
  },
  {
    path: '/digitaltwin-mgmt/{id}/rules/new',
    rule: writesRules,
    title: 'rules:editor.newTitle',
    load: () => import('./editor/NewRulePage.tsx').then((module) => module.NewRulePage),
  },
  {
    path: '/digitaltwin-mgmt/{id}/rules/{ruleId}',
    rule: readsRules,
    title: 'rules:editor.title',
    load: () => import('./editor/EditRulePage.tsx').then((module) => module.EditRulePage),
  },
];
