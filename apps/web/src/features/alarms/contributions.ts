import { listAlarms } from '@stellwerk/contract/alarm';
import { Bell } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { tileContents } from '../states/index.ts';
import { twinTabs } from '../twins/index.ts';

export const contributions = [
  drawerEntries.contribute({ id: '/alarm-logs', group: 'devices', position: 500, icon: Bell }),
  twinTabs.contribute({
    id: 'alarms',
    position: 300,
    label: 'alarms:tab',
    permission: listAlarms.permission,
    content: partOf(() => import('./TwinAlarms.tsx').then((module) => module.TwinAlarms)),
  }),
  tileContents.contribute({
    id: 'alarmTable',
    position: 100,
    permission: listAlarms.permission,
    content: partOf(() => import('./tile/AlarmTile.tsx').then((module) => module.AlarmTile)),
  }),
];
