import type { Dashboard } from '@stellwerk/contract/dashboard';
import {
  Braces,
  Check,
  Copy,
  Download,
  Expand,
  History,
  Info,
  MonitorPlay,
  Pencil,
  Printer,
  Shrink,
  Trash2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PageAction } from '../../../ui/page/actions.ts';
import { useStarAction } from '../../favourites/index.ts';
import { saveDashboard } from '../dashboard-file.ts';
import { useFullScreen } from './use-full-screen.ts';

export type DashboardDialog = 'parameters' | 'duplicate' | 'versions' | 'meta' | 'delete' | 'range' | 'add';

interface MenuInput {
  dashboard: Dashboard;
  isEditing: boolean;
  mayCreate: boolean;
  onEditing: (isEditing: boolean) => void;
  onOpen: (dialog: DashboardDialog) => void;
  onPrint: () => void;
  onWall: () => void;
}

/** The actions for a dashboard. */
export function useDashboardMenu(input: MenuInput): PageAction[] {
  const { dashboard, isEditing, mayCreate, onEditing, onOpen, onPrint, onWall } = input;
  const { t } = useTranslation('dashboards');
  const star = useStarAction('dashboard');
  const mayEdit = dashboard.abilities.update;
  const fullScreen = useFullScreen();
  const open = (dialog: DashboardDialog) => () => onOpen(dialog);
  const offered: [boolean, PageAction][] = [
    [
      mayEdit,
      {
        label: t(isEditing ? 'view.done' : 'view.edit'),
        icon: isEditing ? Check : Pencil,
        prominent: true,
        onClick: () => onEditing(!isEditing),
      },
    ],
    [true, star({ id: dashboard.id, title: dashboard.name, isFavourite: dashboard.isFavourite })],
    [mayEdit, { label: t('parameters.open'), icon: Braces, onClick: open('parameters') }],
    [true, { label: t('versions.open'), icon: History, onClick: open('versions') }],
    [mayCreate, { label: t('duplicate.action'), icon: Copy, onClick: open('duplicate') }],
    [true, { label: t('file.export'), icon: Download, onClick: () => saveDashboard(dashboard) }],
    [true, { label: t('view.print'), icon: Printer, onClick: onPrint }],
    [
      document.fullscreenEnabled,
      {
        label: t(fullScreen.isFull ? 'view.leaveFullScreen' : 'view.fullScreen'),
        icon: fullScreen.isFull ? Shrink : Expand,
        onClick: fullScreen.toggle,
      },
    ],
    [true, { label: t('wall.open'), icon: MonitorPlay, onClick: onWall }],
    [true, { label: t('meta.open'), icon: Info, onClick: open('meta') }],
    [mayEdit, { label: t('delete.action'), icon: Trash2, danger: true, onClick: open('delete') }],
  ];
  return offered.filter(([isOffered]) => isOffered).map(([, action]) => action);
}
