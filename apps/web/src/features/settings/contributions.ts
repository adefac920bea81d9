import { Settings } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/system-settings', group: 'administration', position: 300, icon: Settings }),
];
