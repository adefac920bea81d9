import { readsRules } from '@stellwerk/contract/rule';
import { Activity } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { twinTabs } from '../twins/index.ts';

export const contributions = [
  drawerEntries.contribute({
    id: '/digitaltwin/rules-monitor',
    group: 'applications',
    position: 300,
    icon: Activity,
    flag: 'rd-6423-show-rule-exec-monitor',
  }),
  twinTabs.contribute({
    id: 'rules',
    position: 400,
    label: 'rules:title',
    permission: readsRules,
    content: partOf(() => import('./list/RulesTab.tsx').then((module) => module.RulesTab)),
  }),
];
