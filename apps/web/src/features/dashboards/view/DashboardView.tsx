import { Box, IconButton, Tooltip } from '@mui/material';
import type { Dashboard, Widget } from '@stellwerk/contract/dashboard';
import { Plus, Save } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LazyPart, partOf } from '../../../ui/lazy-part.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { TimeRange } from '../../../ui/time/TimeRange.tsx';
import { isSameRange } from '../../../ui/time/time-range.ts';
import { visuallyHidden } from '../../../ui/visually-hidden.ts';
import { DashboardDialogs } from './DashboardDialogs.tsx';
import { LiveTwins } from './data/LiveTwins.tsx';
import { useLiveData } from './data/use-live-data.ts';
import { useWidgetData } from './data/use-widget-data.ts';
import { EmbeddedDashboard } from './EmbeddedDashboard.tsx';
import { GridSkeleton } from './grid/GridSkeleton.tsx';
import { NoWidgets } from './grid/NoWidgets.tsx';
import { WidgetGrid } from './grid/WidgetGrid.tsx';
import { OpenedWidget } from './OpenedWidget.tsx';
import { ParameterBar } from './parameters/ParameterBar.tsx';
import { PrintStyles, usePrint } from './print.tsx';
import { NameInput } from './toolbar/NameInput.tsx';
import { RefreshControl } from './toolbar/RefreshControl.tsx';
import { type DashboardDialog, useDashboardMenu } from './use-dashboard-menu.ts';
import { useFailureToast, useLayoutEdits } from './use-layout-edits.ts';
import { useViewAddress } from './use-view-address.ts';
import { ViewContext } from './view-context.ts';
import { WallView } from './wall/WallView.tsx';

const versionPart = partOf(() => import('./versions/VersionView.tsx').then((module) => module.VersionView));

/** A wall display has no users, so it refetches everything by itself. */
const wallRefreshSeconds = 60;

/** A dashboard with its tools: time range, refresh, edit mode, and the menu. */
export function DashboardView({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboards');
  const fail = useFailureToast();
  const address = useViewAddress(dashboard);
  const { dataQuery, range, defaultRange } = address;
  const [isEditing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<DashboardDialog>();
  const [edited, setEdited] = useState<Widget>();
  const mayEdit = dashboard.abilities.update;
  const refresh = address.refresh ?? (address.isWall ? wallRefreshSeconds : null);

  const data = useWidgetData(dashboard, dataQuery, refresh === null ? false : refresh * 1_000);
  const feed = useLiveData(data, range);
  const { layout, edits, announcement } = useLayoutEdits(dashboard, setEdited);
  const print = usePrint();
  const menu = useDashboardMenu({
    dashboard,
    isEditing,
    mayCreate: useCan('Dashboards.manage'),
    onEditing: setEditing,
    onOpen: setDialog,
    onPrint: print,
    onWall: () => address.setWall(true),
  });
  const view = useMemo(
    () => ({ dashboardId: dashboard.id, dataQuery, depth: 0, Embedded: EmbeddedDashboard }),
    [dashboard.id, dataQuery],
  );

  const isOld = address.version !== undefined;
  const isChanging = isEditing && mayEdit && !isOld;
  const refreshAll = () => void data.refreshAll().catch(fail('refresh'));
  const add = () => {
    setEditing(true);
    setDialog('add');
  };
  const tools = {
    onRefresh: ({ id }: Widget) => void data.refreshOne(id).catch(fail('widget')),
    onFullScreen: ({ id }: Widget) => address.openWidget(id),
  };
  const opened = dashboard.widgets.find(({ id }) => id === address.openedWidget);
  const grid = (heightScale: number) => (
    <WidgetGrid
      dashboard={dashboard}
      data={data}
      parameters={dataQuery.parameters}
      tools={isChanging ? { ...tools, edits } : tools}
      {...(isChanging ? { layout } : {})}
      heightScale={heightScale}
    />
  );

  function content() {
    if (address.version !== undefined) {
      return (
        <LazyPart
          part={versionPart}
          props={{
            ...{ dashboard, dataQuery, version: address.version },
            onClose: () => address.showVersion(undefined),
          }}
          fallback={<GridSkeleton />}
        />
      );
    }
    if (dashboard.widgets.length === 0) return <NoWidgets onAdd={mayEdit ? add : undefined} />;
    if (data.error && !data.answers) {
      return <ErrorState title={t('failed.data')} error={data.error} onRetry={refreshAll} />;
    }
    return address.isWall ? null : grid(1);
  }

  return (
    <ViewContext value={view}>
      <LiveTwins feed={feed} />
      <PrintStyles />
      <Page
        id="dashboard"
        title={dashboard.name}
        heading={isChanging ? <NameInput dashboard={dashboard} /> : undefined}
        primary={isChanging ? { label: t('view.add'), icon: Plus, onClick: add } : undefined}
        secondary={isOld ? [] : menu}
        tools={
          <>
            <TimeRange value={range} onChange={address.setRange} />
            {mayEdit && !isOld && !isSameRange(range, defaultRange) && (
              <Tooltip title={t('range.open')}>
                <IconButton aria-label={t('range.open')} onClick={() => setDialog('range')}>
                  <Save aria-hidden />
                </IconButton>
              </Tooltip>
            )}
            {!isOld && (
              <RefreshControl
                isLive={feed.twinIds.length > 0}
                isFetching={data.isFetching}
                fetchedAtMs={data.fetchedAtMs}
                seconds={address.refresh}
                onRefresh={refreshAll}
                onSeconds={address.setRefresh}
              />
            )}
          </>
        }
      >
        <ParameterBar
          parameters={dashboard.customParameters}
          values={dataQuery.parameters}
          onChange={address.setParameters}
        />
        {content()}
      </Page>
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
      {address.isWall && (
        <WallView dashboard={dashboard} onClose={() => address.setWall(false)}>
          {grid}
        </WallView>
      )}
      {opened && (
        <OpenedWidget
          widget={opened}
          data={data}
          parameters={dataQuery.parameters}
          onClose={() => address.openWidget(undefined)}
        />
      )}
      <DashboardDialogs
        dashboard={dashboard}
        dataQuery={dataQuery}
        dialog={dialog}
        edited={edited}
        onVersion={address.showVersion}
        onClose={() => {
          setDialog(undefined);
          setEdited(undefined);
        }}
      />
    </ViewContext>
  );
}
