import type { Dashboard, Widget } from '@stellwerk/contract/dashboard';
import type { WidgetAnswer } from '@stellwerk/contract/dashboard-widget';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isApiError } from '../../../../lib/api.ts';
import { widgetWebs } from '../../kinds/all-kinds.ts';
import {
  type DashboardData,
  type DashboardDataQuery,
  fetchWidgetData,
  spanOf,
  useDashboardData,
} from '../../widget.queries.ts';
import type { LiveWidget, WidgetAnswers } from './live-values.ts';

export interface WidgetSpan {
  fromMs: number;
  toMs: number;
  zone: string;
}

/** The current data of all widgets, and functions to refetch it. */
export interface WidgetData {
  answers: WidgetAnswers | undefined;
  /** The time span of a widget: it moves on with new values. */
  spanOf: (widgetId: number) => WidgetSpan | undefined;
  /** The request for all widgets failed; widgets have their own errors. */
  error: unknown;
  isFetching: boolean;
  /** Zero: never. */
  fetchedAtMs: number;
  /** Server time of the last complete fetch. */
  readAt: string | undefined;
  /** Rejects if the request fails; the previous data stays. */
  refreshAll: () => Promise<void>;
  /** Rejects if the request fails; the previous data stays. */
  refreshOne: (widgetId: number) => Promise<void>;
  change: (changed: WidgetAnswers, span: WidgetSpan) => void;
  widgets: readonly LiveWidget[];
}

interface Kept {
  /** The fetched data. */
  base: DashboardData;
  answers: WidgetAnswers;
  span: WidgetSpan;
  /** Spans of widgets that have changed since the fetch. */
  spans: ReadonlyMap<number, WidgetSpan>;
}

const answersOf = ({ widgets }: DashboardData): WidgetAnswers =>
  new Map(Object.entries(widgets).map(([id, answer]) => [Number(id), answer]));

export const errorAnswer = (error: unknown): WidgetAnswer | undefined =>
  isApiError(error) ? { error: { code: error.code, message: error.message, params: error.params } } : undefined;

/** The part of a widget that its data depends on; moving or resizing a widget does not refetch it. */
const definitionOf = (widgets: Dashboard['widgets']) =>
  JSON.stringify(
    widgets.map(({ id, type, options }) => ({ id, type, options })).toSorted((left, right) => left.id - right.id),
  );

/** Widgets with options that the web knows; others show their own error. */
export const liveWidgetsOf = (widgets: readonly Pick<Widget, 'id' | 'type' | 'options'>[]): LiveWidget[] =>
  widgets.flatMap(({ id, type, options: stored }) => {
    const web = widgetWebs.get(type);
    const options = web?.schema.safeParse(stored);
    return web && options?.success ? [{ id, web, options: options.data }] : [];
  });

export function useWidgetData(
  dashboard: Pick<Dashboard, 'id' | 'widgets'>,
  dataQuery: DashboardDataQuery,
  refreshMs: number | false,
): WidgetData {
  const { id } = dashboard;
  const query = useDashboardData(id, dataQuery, refreshMs);
  const { data, refetch } = query;
  const [kept, setKept] = useState<Kept>();

  let shown = kept;
  // New values override the fetched data until the next fetch.
  if (data && kept?.base !== data) {
    const { start, end } = data.dateRange;
    const span = { fromMs: Date.parse(start), toMs: Date.parse(end), zone: spanOf(dataQuery.range).zone };
    shown = { base: data, answers: answersOf(data), span, spans: new Map() };
    setKept(shown);
  }

  const { widgets } = dashboard;
  const definition = useMemo(() => definitionOf(widgets), [widgets]);
  const readFor = useRef(definition);
  const reread = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (readFor.current === definition) return;
    readFor.current = definition;
    reread();
  }, [definition]);

  const change: WidgetData['change'] = (changed, span) =>
    setKept(
      (before) =>
        before && {
          ...before,
          answers: new Map([...before.answers, ...changed]),
          spans: new Map([...before.spans, ...[...changed.keys()].map((key): [number, WidgetSpan] => [key, span])]),
        },
    );

  const refreshOne = async (widgetId: number) => {
    const span = spanOf(dataQuery.range);
    try {
      change(new Map([[widgetId, { data: await fetchWidgetData(id, widgetId, dataQuery) }]]), span);
    } catch (error) {
      const answer = errorAnswer(error);
      const before = shown?.answers.get(widgetId);
      if (answer && !(before && 'data' in before)) change(new Map([[widgetId, answer]]), span);
      throw error;
    }
  };

  return {
    answers: shown?.answers,
    spanOf: (widgetId) => shown?.spans.get(widgetId) ?? shown?.span,
    error: query.error,
    isFetching: query.isFetching,
    fetchedAtMs: query.dataUpdatedAt,
    readAt: shown?.base.readAt,
    refreshAll: async () => {
      const { error } = await refetch();
      if (error) throw error;
    },
    refreshOne,
    change,
    widgets: useMemo(() => liveWidgetsOf(JSON.parse(definition)), [definition]),
  };
}
