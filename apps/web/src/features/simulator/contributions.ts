import { RadioTower } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/simulator', group: 'devices', position: 800, icon: RadioTower }),
];
