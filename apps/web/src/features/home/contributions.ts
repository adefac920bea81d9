import { House } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/home', group: 'applications', position: 100, icon: House }),
];
