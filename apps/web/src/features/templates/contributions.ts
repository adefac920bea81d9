import { linkDevices } from '@stellwerk/contract/device-template-calls';
import { FileText, Link2 } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { twinActions } from '../twins/index.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/device-templates', group: 'devices', position: 600, icon: FileText }),
  twinActions.contribute({
    id: 'device-template',
    position: 560,
    label: 'templates:device.action',
    icon: Link2,
    permission: linkDevices.permission,
    isOffered: ({ kind, twin }) => kind === 'device' && twin.abilities.update,
    content: partOf(() => import('./device/DeviceTemplateDialog.tsx').then((module) => module.DeviceTemplateDialog)),
  }),
];
