import { Box } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/digitaltwin-mgmt', group: 'applications', position: 200, icon: Box }),
];
