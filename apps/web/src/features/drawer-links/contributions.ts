import { Link } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/drawer-links', group: 'administration', position: 850, icon: Link }),
];
