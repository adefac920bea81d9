import { CodeXml } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';

export const contributions = [
  drawerEntries.contribute({
    id: '/virtual-device-drivers',
    group: 'devices',
    position: 400,
    icon: CodeXml,
    unlessFlag: 'env_dispatcher_devicetype_fallback',
  }),
];
