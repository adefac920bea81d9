import { Terminal } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/superadmin-terminal', group: 'administration', position: 900, icon: Terminal }),
];
