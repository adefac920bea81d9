import { Megaphone } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({
    id: '/account-mgmt-announcements',
    group: 'administration',
    position: 400,
    icon: Megaphone,
  }),
];
