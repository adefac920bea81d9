import { ShieldCheck } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/account-mgmt-roles', group: 'administration', position: 600, icon: ShieldCheck }),
];
