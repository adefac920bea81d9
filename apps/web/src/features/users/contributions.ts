import { CircleUser } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/user-profile', group: 'administration', position: 200, icon: CircleUser }),
];
