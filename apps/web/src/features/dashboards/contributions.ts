import { LayoutDashboard } from 'lucide-react';
import { drawerEntries } from '../../lib/drawer-entries.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import { twinActions } from '../twins/index.ts';

export const contributions = [
  drawerEntries.contribute({
    id: '/dashboards',
    group: 'applications',
    position: 400,
    icon: LayoutDashboard,
    flag: 'rd-7725-show-dashboards',
  }),
  twinActions.contribute({
    id: 'dashboards',
    position: 300,
    label: 'dashboards:title',
    icon: LayoutDashboard,
    permission: 'Dashboards.read',
    content: partOf(() => import('./TwinDashboards.tsx').then((module) => module.TwinDashboards)),
  }),
];
