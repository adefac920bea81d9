import { readsOwnStates } from '@stellwerk/contract/state';
import { Gauge } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { twinPanels, twinTabs } from '../twins/index.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/digitaltwin-state-overview', group: 'applications', position: 500, icon: Gauge }),
  twinTabs.contribute({
    id: 'states',
    position: 200,
    label: 'states:title',
    permission: readsOwnStates,
    count: ({ twin }) => twin.stateCount,
    content: partOf(() => import('./StatesTab.tsx').then((module) => module.StatesTab)),
  }),
  twinPanels.contribute({
    id: 'values',
    position: 100,
    content: partOf(() => import('./TwinValues.tsx').then((module) => module.TwinValues)),
  }),
];
