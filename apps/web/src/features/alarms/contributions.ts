import { createMaintenance, listAlarms } from '@stellwerk/contract/alarm';
import { Bell, Wrench } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';
import { toolbarEntries } from '../../lib/toolbar-entries.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { tileContents } from '../states/index.ts';
import { twinActions, twinChips, twinTabs } from '../twins/index.ts';

const badge = partOf(() => import('./OpenAlarmsBadge.tsx').then((module) => module.OpenAlarmsBadge));

export const contributions = [
  drawerEntries.contribute({ id: '/alarm-logs', group: 'devices', position: 500, icon: Bell, badge }),
  toolbarEntries.contribute({
    id: 'alarms',
    position: 100,
    permission: listAlarms.permission,
    content: partOf(() => import('./bell/AlarmBell.tsx').then((module) => module.AlarmBell)),
  }),
  twinChips.contribute({
    id: 'alarms',
    position: 100,
    permission: listAlarms.permission,
    content: partOf(() => import('./OpenAlarmsChip.tsx').then((module) => module.OpenAlarmsChip)),
  }),
  twinTabs.contribute({
    id: 'alarms',
    position: 300,
    label: 'alarms:tab',
    permission: listAlarms.permission,
    content: partOf(() => import('./TwinAlarms.tsx').then((module) => module.TwinAlarms)),
  }),
  twinActions.contribute({
    id: 'maintenance',
    position: 750,
    permission: createMaintenance.permission,
    isOffered: ({ twin }) => twin.abilities.update,
    label: 'alarms:maintenance.action',
    icon: Wrench,
    content: partOf(() => import('./maintenance/MaintenanceDialog.tsx').then((module) => module.MaintenanceDialog)),
  }),
  tileContents.contribute({
    id: 'alarmTable',
    position: 100,
    permission: listAlarms.permission,
    content: partOf(() => import('./tile/AlarmTile.tsx').then((module) => module.AlarmTile)),
  }),
];
