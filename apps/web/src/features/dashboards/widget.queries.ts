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
import { useForeseenChange } from '../../lib/foreseen.ts';
import { inOrder } from '../../ui/order/reorder.ts';
import { resolveTimeRange, type TimeRangeValue, timeRangeToText } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';
import { dashboardKeys } from './dashboard.queries.ts';

/** What the widgets are asked about. Parameters by their names, all of them. */
export interface DataQuestion {
  range: TimeRangeValue;
  parameters: ReadonlyMap<string, string>;
}

/** Long periods take their time. */
const timeoutMs = 30_000;

/** Relative ranges end when they are asked for, on the clock of the viewer. */
export function spanOf(range: TimeRangeValue): { fromMs: number; toMs: number; zone: string } {
  const zone = viewerZone();
  return { ...resolveTimeRange(range, Date.now(), zone), zone };
}

const wireOf = ({ range, parameters }: DataQuestion) => {
  const { fromMs, toMs, zone } = spanOf(range);
  return {
    ...Object.fromEntries([...parameters].map(([name, value]) => [`parameter_${name}`, value])),
    dateRangeStart: new Date(fromMs).toISOString(),
    dateRangeEnd: new Date(toMs).toISOString(),
    zone,
  };
};

const questionKey = ({ range, parameters }: DataQuestion) => [timeRangeToText(range), Object.fromEntries(parameters)];

export const dataKey = (id: number, question: DataQuestion) => [...dashboardKeys.data(id), ...questionKey(question)];

export async function fetchDashboardData(id: number, question: DataQuestion, signal?: AbortSignal) {
  const options = signal ? { signal, timeoutMs } : { timeoutMs };
  return (await call(readDashboardData, { params: { id }, query: wireOf(question) }, options)).data;
}
export type DashboardData = Awaited<ReturnType<typeof fetchDashboardData>>;

export async function fetchWidgetData(id: number, widgetId: number, question: DataQuestion, signal?: AbortSignal) {
  const options = signal ? { signal, timeoutMs } : { timeoutMs };
  return (await call(readWidgetData, { params: { id, widgetId }, query: wireOf(question) }, options)).data;
}

export const dashboardDataQuery = (id: number, question: DataQuestion) =>
  queryOptions({
    queryKey: dataKey(id, question),
    queryFn: ({ signal }) => fetchDashboardData(id, question, signal),
  });

/** The data of all widgets; what was there stays until the new is. */
export const useDashboardData = (id: number, question: DataQuestion, refetchIntervalMs: number | false = false) =>
  useQuery({
    ...dashboardDataQuery(id, question),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
    // Values come by themselves; what happened while nobody looked is read when somebody looks again.
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

export interface PreviewQuestion extends DataQuestion {
  dashboardId: number;
  /** Undefined while the form does not hold a whole one. */
  definition: Definition | undefined;
}

export async function fetchPreview(id: number, definition: Definition, question: DataQuestion, signal: AbortSignal) {
  const { fromMs, toMs, zone } = spanOf(question.range);
  const body = {
    widgetDefinition: definition,
    dateRange: { start: new Date(fromMs).toISOString(), end: new Date(toMs).toISOString() },
    zone,
    customParameters: Object.fromEntries(question.parameters),
  };
  const { data } = await call(previewWidget, { params: { id }, body }, { signal, timeoutMs });
  return { data, span: { fromMs, toMs, zone } };
}

/** The data of a widget that is not saved; the last answer stays while the next one is awaited. */
export const useWidgetPreview = ({ dashboardId, definition, range, parameters }: PreviewQuestion) =>
  useQuery({
    queryKey: [...dashboardKeys.data(dashboardId), 'preview', definition, ...questionKey({ range, parameters })],
    queryFn: ({ signal }) => (definition ? fetchPreview(dashboardId, definition, { range, parameters }, signal) : null),
    enabled: definition !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

export type StatesQuestion = CallInput<typeof findWidgetStates>['body'];

/** Which states and twins a filter finds; undefined while the filter is not whole. */
export const useWidgetStates = (question: StatesQuestion | undefined) =>
  useQuery({
    queryKey: [...dashboardKeys.all, 'states', question],
    queryFn: async ({ signal }) =>
      question ? (await call(findWidgetStates, { body: question }, { signal })).data : null,
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });

export type NewWidget = CallInput<typeof createWidget>['body'];
export type WidgetChange = NonNullable<CallInput<typeof configureWidget>['body']>;

/** How it looks, at once; its options hold once the server has them, because its data depends on them. */
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
  foresee?: (widgets: Widget[], input: Input) => Widget[],
) {
  return useForeseenChange(dashboardKeys.one(id), {
    send,
    foresee: foresee && ((before: Dashboard, input: Input) => ({ ...before, widgets: foresee(before.widgets, input) })),
    also: [dashboardKeys.lists, dashboardKeys.versions(id)],
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
