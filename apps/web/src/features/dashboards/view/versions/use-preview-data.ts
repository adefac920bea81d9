import type { Dashboard } from '@stellwerk/contract/dashboard';
import type { WidgetAnswer } from '@stellwerk/contract/dashboard-widget';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dashboardKeys } from '../../dashboard.queries.ts';
import { type DashboardDataQuery, fetchPreview, spanOf } from '../../widget.queries.ts';
import { errorAnswer, liveWidgetsOf, type WidgetData } from '../data/use-widget-data.ts';

/** The data of widgets in a former version: some may not exist any more, so each is queried by its definition. */
export function usePreviewData(dashboard: Dashboard, dataQuery: DashboardDataQuery): WidgetData {
  const { id, widgets, revision } = dashboard;
  const query = useQuery({
    queryKey: [...dashboardKeys.data(id), 'version', revision, dataQuery.range, [...dataQuery.parameters]],
    queryFn: async ({ signal }) => {
      const answers = widgets.map(async ({ id: widgetId, type, options }): Promise<[number, WidgetAnswer]> => {
        try {
          return [widgetId, { data: (await fetchPreview(id, { type, options }, dataQuery, signal)).data }];
        } catch (error) {
          const answer = errorAnswer(error);
          if (!answer) throw error;
          return [widgetId, answer];
        }
      });
      return { answers: new Map(await Promise.all(answers)), span: spanOf(dataQuery.range) };
    },
    staleTime: 60_000,
  });
  return {
    answers: query.data?.answers,
    spanOf: () => query.data?.span,
    error: query.error,
    isFetching: query.isFetching,
    fetchedAtMs: query.dataUpdatedAt,
    readAt: undefined,
    refreshAll: async () => void (await query.refetch()),
    refreshOne: async () => void (await query.refetch()),
    change: () => undefined,
    widgets: useMemo(() => liveWidgetsOf(widgets), [widgets]),
  };
}
