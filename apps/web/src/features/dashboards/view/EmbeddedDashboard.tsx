import { useMemo } from 'react';
import { LiveTwins } from './data/LiveTwins.tsx';
import { useLiveData } from './data/use-live-data.ts';
import { useWidgetData } from './data/use-widget-data.ts';
import { WidgetGrid } from './grid/WidgetGrid.tsx';
import { type EmbeddedDashboardProps, useEnclosingView, ViewContext } from './view-context.ts';

/** The widgets of a dashboard inside another one: live, but without editing tools. */
export function EmbeddedDashboard({ dashboard, dataQuery }: EmbeddedDashboardProps) {
  const around = useEnclosingView();
  const depth = (around?.depth ?? 0) + 1;
  const view = useMemo(
    () => ({ dashboardId: dashboard.id, dataQuery, depth, Embedded: EmbeddedDashboard }),
    [dashboard.id, dataQuery, depth],
  );
  const data = useWidgetData(dashboard, dataQuery, false);
  const feed = useLiveData(data, dataQuery.range);
  return (
    <ViewContext value={view}>
      <LiveTwins feed={feed} />
      <WidgetGrid
        dashboard={dashboard}
        data={data}
        parameters={dataQuery.parameters}
        tools={{ onRefresh: ({ id }) => void data.refreshOne(id).catch(() => undefined) }}
      />
    </ViewContext>
  );
}
