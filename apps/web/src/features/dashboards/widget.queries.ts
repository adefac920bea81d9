import type { Dashboard, Widget } from '@stellwerk/contract/dashboard';
import {
  configureWidget,
  createWidget,
  deleteWidget,
  duplicateWidget,
  findWidgetStates,
  listWidgetKinds,
  orderWidgets,
  previewWidget,
  readDashboardData,
  readWidgetData,
} from '@stellwerk/contract/dashboard-widget';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type CallInput, call } from '../../lib/api.ts';
import { useOptimisticMutation } from '../../lib/optimistic-mutation.ts';
import { inOrder } from '../../ui/order/reorder.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';
import { dashboardKeys } from './dashboard.queries.ts';

/** The query for all widgets, with all parameters by name. */
export interface DashboardDataQuery {
  range: TimeRangeValue;
  parameters: ReadonlyMap<string, string>;
}

/** Long time ranges are slow. */
const timeoutMs = 30_000;

/** Relative ranges end at the time of the query, on the viewer's clock. */
export function spanOf(range: TimeRangeValue): { fromMs: number; toMs: number; zone: string } {
  const zone = viewerZone();
  return { ...resolveTimeRange(range, Date.now(), zone), zone };
}

const wireOf = ({ range, parameters }: DashboardDataQuery) => {
  const { fromMs, toMs, zone } = spanOf(range);
  return {
    ...Object.fromEntries([...parameters].map(([name, value]) => [`parameter_${name}`, value])),
    dateRangeStart: new Date(fromMs).toISOString(),
    dateRangeEnd: new Date(toMs).toISOString(),
    zone,
  };
};

const dataQueryKey = ({ range, parameters }: DashboardDataQuery) => [
  timeRangeToText(range),
  Object.fromEntries(parameters),
];

export const dataKey = (id: number, dataQuery: DashboardDataQuery) => [
  ...dashboardKeys.data(id),
  ...dataQueryKey(dataQuery),
];

export async function fetchDashboardData(id: number, dataQuery: DashboardDataQuery, signal?: AbortSignal) {
  const options = signal ? { signal, timeoutMs } : { timeoutMs };
  return (await call(readDashboardData, { params: { id }, query: wireOf(dataQuery) }, options)).data;
}
export type DashboardData = Awaited<ReturnType<typeof fetchDashboardData>>;

export async function fetchWidgetData(
  id: number,
  widgetId: number,
  dataQuery: DashboardDataQuery,
  signal?: AbortSignal,
) {
  const options = signal ? { signal, timeoutMs } : { timeoutMs };
  return (await call(readWidgetData, { params: { id, widgetId }, query: wireOf(dataQuery) }, options)).data;
}

export const dashboardDataQuery = (id: number, dataQuery: DashboardDataQuery) =>
  queryOptions({
    queryKey: dataKey(id, dataQuery),
    queryFn: ({ signal }) => fetchDashboardData(id, dataQuery, signal),
  });

/** The data of all widgets; the previous data stays until new data arrives. */
export const useDashboardData = (
  id: number,
  dataQuery: DashboardDataQuery,
  refetchIntervalMs: number | false = false,
) =>
  useQuery({
    ...dashboardDataQuery(id, dataQuery),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
    // Values arrive live; a hidden page refetches what it has missed when it becomes visible.
    refetchOnWindowFocus: true,
    gcTime: 60_000,
  });

export const useWidgetKinds = () =>
  useQuery({
    queryKey: [...dashboardKeys.all, 'kinds'],
    queryFn: async ({ signal }) => (await call(listWidgetKinds, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

type Definition = CallInput<typeof previewWidget>['body']['widgetDefinition'];

export interface WidgetPreviewQuery extends DashboardDataQuery {
  dashboardId: number;
  /** Undefined while the form is incomplete. */
  definition: Definition | undefined;
}

export async function fetchPreview(
  id: number,
  definition: Definition,
  dataQuery: DashboardDataQuery,
  signal: AbortSignal,
) {
  const { fromMs, toMs, zone } = spanOf(dataQuery.range);
  const body = {
    widgetDefinition: definition,
    dateRange: { start: new Date(fromMs).toISOString(), end: new Date(toMs).toISOString() },
    zone,
    customParameters: Object.fromEntries(dataQuery.parameters),
  };
  const { data } = await call(previewWidget, { params: { id }, body }, { signal, timeoutMs });
  return { data, span: { fromMs, toMs, zone } };
}

/** The data of an unsaved widget; the last response stays until the next one arrives. */
export const useWidgetPreview = ({ dashboardId, definition, range, parameters }: WidgetPreviewQuery) =>
  useQuery({
    queryKey: [...dashboardKeys.data(dashboardId), 'preview', definition, ...dataQueryKey({ range, parameters })],
    queryFn: ({ signal }) => (definition ? fetchPreview(dashboardId, definition, { range, parameters }, signal) : null),
    enabled: definition !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

export type WidgetStatesQuery = CallInput<typeof findWidgetStates>['body'];

/** The states and twins that a filter finds; undefined while the filter is incomplete. */
export const useWidgetStates = (dataQuery: WidgetStatesQuery | undefined) =>
  useQuery({
    queryKey: [...dashboardKeys.all, 'states', dataQuery],
    queryFn: async ({ signal }) =>
      dataQuery ? (await call(findWidgetStates, { body: dataQuery }, { signal })).data : null,
    enabled: dataQuery !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });

export type NewWidget = CallInput<typeof createWidget>['body'];
export type WidgetChange = NonNullable<CallInput<typeof configureWidget>['body']>;

/** Layout changes apply at once; options apply after the server has them, because its data depends on them. */
const withChange = (
  widget: Widget,
  { size = widget.size, minHeightPx = widget.minHeightPx }: WidgetChange,
): Widget => ({
  ...widget,
  size,
  minHeightPx,
});

function useWidgetChange<Input, Output>(
  id: number,
  send: (input: Input) => Promise<Output>,
  updateOptimistically?: (widgets: Widget[], input: Input) => Widget[],
) {
  return useOptimisticMutation(dashboardKeys.one(id), {
    send,
    updateOptimistically:
      updateOptimistically &&
      ((before: Dashboard, input: Input) => ({ ...before, widgets: updateOptimistically(before.widgets, input) })),
    alsoInvalidate: [dashboardKeys.lists, dashboardKeys.versions(id)],
  });
}

export function useWidgetActions(id: number) {
  return {
    create: useWidgetChange(id, async (body: NewWidget) => (await call(createWidget, { params: { id }, body })).data),
    configure: useWidgetChange(
      id,
      async ({ widgetId, body }: { widgetId: number; body: WidgetChange }) =>
        (await call(configureWidget, { params: { id, widgetId }, body })).data,
      (widgets, { widgetId, body }) =>
        widgets.map((widget) => (widget.id === widgetId ? withChange(widget, body) : widget)),
    ),
    duplicate: useWidgetChange(
      id,
      async (widgetId: number) => (await call(duplicateWidget, { params: { id, widgetId } })).data,
    ),
    order: useWidgetChange(
      id,
      async (widgetIds: number[]) => (await call(orderWidgets, { params: { id }, body: { order: widgetIds } })).data,
      inOrder,
    ),
    remove: useWidgetChange(
      id,
      async (widgetId: number) => (await call(deleteWidget, { params: { id, widgetId } })).data,
      (widgets, widgetId) => widgets.filter((widget) => widget.id !== widgetId),
    ),
  };
}
