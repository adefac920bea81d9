import { Plug } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/connectors/list', group: 'integrations', position: 400, icon: Plug }),
];
