import { useMemo } from 'react';
import { LiveTwins } from './data/LiveTwins.tsx';
import { useLiveData } from './data/use-live-data.ts';
import { useWidgetData } from './data/use-widget-data.ts';
import { WidgetGrid } from './grid/WidgetGrid.tsx';
import { type EmbeddedDashboardProps, useViewAround, ViewContext } from './view-context.ts';

/** The widgets of a dashboard inside of another one: live, with everything but tools to change it. */
export function EmbeddedDashboard({ dashboard, question }: EmbeddedDashboardProps) {
  const around = useViewAround();
  const depth = (around?.depth ?? 0) + 1;
  const view = useMemo(
    () => ({ dashboardId: dashboard.id, question, depth, Embedded: EmbeddedDashboard }),
    [dashboard.id, question, depth],
  );
  const data = useWidgetData(dashboard, question, false);
  const feed = useLiveData(data, question.range);
  return (
    <ViewContext value={view}>
      <LiveTwins feed={feed} />
      <WidgetGrid
        dashboard={dashboard}
        data={data}
        parameters={question.parameters}
        tools={{ onRefresh: ({ id }) => void data.refreshOne(id).catch(() => undefined) }}
      />
    </ViewContext>
  );
}
