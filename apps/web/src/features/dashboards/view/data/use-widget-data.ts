import type { Dashboard, Widget } from '@stellwerk/contract/dashboard';
import type { WidgetAnswer } from '@stellwerk/contract/dashboard-widget';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isApiError } from '../../../../lib/api.ts';
import { widgetWebs } from '../../kinds/all-kinds.ts';
import {
  type DashboardData,
  type DataQuestion,
  fetchWidgetData,
  spanOf,
  useDashboardData,
} from '../../widget.queries.ts';
import type { Answers, LiveWidget } from './live-values.ts';

export interface WidgetSpan {
  fromMs: number;
  toMs: number;
  zone: string;
}

/** What all widgets show now, and ways to read it again. */
export interface WidgetData {
  answers: Answers | undefined;
  /** The period that a widget shows: it moves on with the values that come in. */
  spanOf: (widgetId: number) => WidgetSpan | undefined;
  /** The whole could not be read; widgets have errors of their own. */
  error: unknown;
  isFetching: boolean;
  /** Zero: never. */
  fetchedAtMs: number;
  /** When everything was read, by the clock of the server. */
  readAt: string | undefined;
  /** Fails where nothing came; what was there stays. */
  refreshAll: () => Promise<void>;
  /** Fails where nothing came; what was there stays. */
  refreshOne: (widgetId: number) => Promise<void>;
  change: (changed: Answers, span: WidgetSpan) => void;
  widgets: readonly LiveWidget[];
}

interface Kept {
  /** As it was read. */
  base: DashboardData;
  answers: Answers;
  span: WidgetSpan;
  /** Of widgets that have changed since. */
  spans: ReadonlyMap<number, WidgetSpan>;
}

const answersOf = ({ widgets }: DashboardData): Answers =>
  new Map(Object.entries(widgets).map(([id, answer]) => [Number(id), answer]));

export const errorAnswer = (error: unknown): WidgetAnswer | undefined =>
  isApiError(error) ? { error: { code: error.code, message: error.message, params: error.params } } : undefined;

/** What the data depends on; a widget that only moves or grows is not read again. */
const definitionOf = (widgets: Dashboard['widgets']) =>
  JSON.stringify(
    widgets.map(({ id, type, options }) => ({ id, type, options })).toSorted((left, right) => left.id - right.id),
  );

/** Options that the kinds of this program understand; others show an error of their own. */
export const liveWidgetsOf = (widgets: readonly Pick<Widget, 'id' | 'type' | 'options'>[]): LiveWidget[] =>
  widgets.flatMap(({ id, type, options: stored }) => {
    const web = widgetWebs.get(type);
    const options = web?.schema.safeParse(stored);
    return web && options?.success ? [{ id, web, options: options.data }] : [];
  });

export function useWidgetData(
  dashboard: Pick<Dashboard, 'id' | 'widgets'>,
  question: DataQuestion,
  refreshMs: number | false,
): WidgetData {
  const { id } = dashboard;
  const query = useDashboardData(id, question, refreshMs);
  const { data, refetch } = query;
  const [kept, setKept] = useState<Kept>();

  let shown = kept;
  // New values are laid over what was read, until it is read again.
  if (data && kept?.base !== data) {
    const { start, end } = data.dateRange;
    const span = { fromMs: Date.parse(start), toMs: Date.parse(end), zone: spanOf(question.range).zone };
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
    const span = spanOf(question.range);
    try {
      change(new Map([[widgetId, { data: await fetchWidgetData(id, widgetId, question) }]]), span);
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
