import { Building2, Puzzle } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/account-mgmt', group: 'administration', position: 100, icon: Building2 }),
  drawerEntries.contribute({ id: '/account-mgmt-modules', group: 'administration', position: 500, icon: Puzzle }),
];
