import { Clock } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/background-jobs', group: 'administration', position: 700, icon: Clock }),
];
