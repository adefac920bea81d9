import type { Dashboard, Widget } from '@stellwerk/contract/dashboard';
import { LazyPart, partOf } from '../../../ui/lazy-part.tsx';
import { useNavigation } from '../../../ui/navigation/use-navigation.ts';
import { dashboardPath, dashboardsPath } from '../paths.ts';
import type { DashboardDataQuery } from '../widget.queries.ts';
import type { DashboardDialog } from './use-dashboard-menu.ts';

const addPart = partOf(() => import('../editor/AddWidget.tsx').then((module) => module.AddWidget));
const editorPart = partOf(() => import('../editor/WidgetEditor.tsx').then((module) => module.WidgetEditor));
const parametersPart = partOf(() =>
  import('./parameters/ParametersDialog.tsx').then((module) => module.ParametersDialog),
);
const rangePart = partOf(() => import('./toolbar/DefaultRangeDialog.tsx').then((module) => module.DefaultRangeDialog));
const versionsPart = partOf(() => import('./versions/VersionsPanel.tsx').then((module) => module.VersionsPanel));
const metaPart = partOf(() => import('./MetaPanel.tsx').then((module) => module.MetaPanel));
const duplicatePart = partOf(() =>
  import('../DuplicateDashboardDialog.tsx').then((module) => module.DuplicateDashboardDialog),
);
const deletePart = partOf(() => import('../DeleteDashboardDialog.tsx').then((module) => module.DeleteDashboardDialog));

interface DashboardDialogsProps {
  dashboard: Dashboard;
  dataQuery: DashboardDataQuery;
  dialog: DashboardDialog | undefined;
  edited: Widget | undefined;
  onVersion: (version: number) => void;
  onClose: () => void;
}

/** Dialogs of a dashboard; each loads when it is first opened, because most users only look. */
export function DashboardDialogs({ dashboard, dataQuery, dialog, edited, onVersion, onClose }: DashboardDialogsProps) {
  const { go } = useNavigation();
  const common = { dashboard, onClose };
  const editing = { ...common, range: dataQuery.range, parameters: dataQuery.parameters };
  const preview = (version: number) => {
    onClose();
    onVersion(version);
  };
  if (edited) return <LazyPart part={editorPart} props={{ ...editing, widget: edited }} fallback={null} />;
  switch (dialog) {
    case 'add':
      return <LazyPart part={addPart} props={editing} fallback={null} />;
    case 'parameters':
      return <LazyPart part={parametersPart} props={common} fallback={null} />;
    case 'range':
      return <LazyPart part={rangePart} props={{ ...common, range: dataQuery.range }} fallback={null} />;
    case 'versions':
      return <LazyPart part={versionsPart} props={{ ...common, onPreview: preview }} fallback={null} />;
    case 'meta':
      return <LazyPart part={metaPart} props={common} fallback={null} />;
    case 'duplicate':
      return (
        <LazyPart
          part={duplicatePart}
          props={{ ...common, onDuplicated: ({ id }: Dashboard) => go(dashboardPath(id)) }}
          fallback={null}
        />
      );
    case 'delete':
      return <LazyPart part={deletePart} props={{ ...common, onDeleted: () => go(dashboardsPath) }} fallback={null} />;
    default:
      return null;
  }
}
