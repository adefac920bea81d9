import { listRoutingDevices } from '@stellwerk/contract/device';
import { Radio } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { twinTabs } from '../twins/index.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/virtual-devices', group: 'devices', position: 100, icon: Radio }),
  twinTabs.contribute({
    id: 'routing',
    position: 430,
    label: 'devices:routedIn.tab',
    permission: listRoutingDevices.permission,
    // Devices send values instead of taking them; their page has a tab of its own for that.
    isOffered: ({ kind }) => kind === 'twin',
    content: partOf(() => import('./RoutedInTab.tsx').then((module) => module.RoutedInTab)),
  }),
];
