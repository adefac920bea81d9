import { ScrollText } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/system-logs', group: 'administration', position: 800, icon: ScrollText }),
];
