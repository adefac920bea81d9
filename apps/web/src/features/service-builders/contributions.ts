import { Wrench } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/niota-classic/service-builders', group: 'systems', position: 100, icon: Wrench }),
];
