import { ListFilter } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/virtual-device-groups', group: 'devices', position: 200, icon: ListFilter }),
];
