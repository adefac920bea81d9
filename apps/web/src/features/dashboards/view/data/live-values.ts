import type { WidgetAnswer } from '@stellwerk/contract/dashboard-widget';
import type { ValueChanges } from '@stellwerk/contract/state';
import type { LiveValue, WidgetWeb } from '@stellwerk/plugin/widget-web';

/** More topics would overload browser and server; the remaining widgets are polled. */
export const maxTopics = 200;
export const pollMs = 30_000;
/** A widget that cannot apply values by itself is refetched at most this often. */
export const refetchEveryMs = 10_000;

/** A widget with the data that its kind needs. */
export interface LiveWidget {
  id: number;
  web: WidgetWeb;
  options: Record<string, unknown>;
}

export type WidgetAnswers = ReadonlyMap<number, WidgetAnswer>;
export type Span = { fromMs: number; toMs: number };

const dataOf = (answers: WidgetAnswers, id: number): { data: unknown } | undefined => {
  const answer = answers.get(id);
  return answer && 'data' in answer ? answer : undefined;
};

export interface LiveSubscriptions {
  /** Twins with a subscription. */
  twinIds: number[];
  /** The relevant twins of each widget. */
  heard: ReadonlyMap<number, ReadonlySet<number>>;
  /** Widgets with more twins than the limit allows. */
  polled: number[];
}

/** The subscriptions of each widget; the first widgets have priority. */
export function liveSubscriptionsOf(widgets: readonly LiveWidget[], answers: WidgetAnswers): LiveSubscriptions {
  const twinIds = new Set<number>();
  const heard = new Map<number, ReadonlySet<number>>();
  const polled: number[] = [];
  for (const { id, web, options } of widgets) {
    const answer = dataOf(answers, id);
    const wanted = new Set(answer ? web.listensTo(options, answer.data) : []);
    if (new Set([...wanted, ...twinIds]).size > maxTopics) {
      polled.push(id);
      continue;
    }
    for (const twinId of wanted) twinIds.add(twinId);
    if (wanted.size > 0) heard.set(id, wanted);
  }
  return { twinIds: [...twinIds], heard, polled };
}

/** The widgets that show values of these twins. */
export const widgetsAffectedBy = (heard: LiveSubscriptions['heard'], twinIds: ReadonlySet<number>): number[] =>
  [...heard].filter(([, own]) => [...own].some((twinId) => twinIds.has(twinId))).map(([widgetId]) => widgetId);

export const liveValuesOf = (dtwinId: number, changes: ValueChanges): LiveValue[] =>
  changes.map(({ stateId, key, value, timestamp, status }) => ({
    stateId,
    dtwinId,
    key,
    value,
    atMs: timestamp === null ? null : Date.parse(timestamp),
    status,
  }));

export interface LiveValuesResult {
  /** Widgets with new data. */
  changed: WidgetAnswers;
  /** Widgets to refetch. */
  refetch: number[];
}

/** Applies new values to the shown data. */
export function applyLiveValues(
  widgets: readonly LiveWidget[],
  {
    answers,
    heard,
    values,
    span,
  }: { answers: WidgetAnswers; heard: LiveSubscriptions['heard']; values: readonly LiveValue[]; span: Span },
): LiveValuesResult {
  const changed = new Map<number, WidgetAnswer>();
  const refetch: number[] = [];
  for (const { id, web, options } of widgets) {
    const twins = heard.get(id);
    const answer = dataOf(answers, id);
    const own = twins ? values.filter(({ dtwinId }) => twins.has(dtwinId)) : [];
    if (!answer || own.length === 0) continue;
    const next = web.update(options, answer.data, own, span);
    if (next === 'refetch') refetch.push(id);
    // The kind returns its own data type with values of the same JSON type in it.
    else if (next !== answer.data) changed.set(id, { data: next } as WidgetAnswer);
  }
  return { changed, refetch };
}

/** The time until a widget may be refetched. */
export const waitMs = (lastReadMs: number | undefined, nowMs: number): number =>
  lastReadMs === undefined ? 0 : Math.max(0, lastReadMs + refetchEveryMs - nowMs);
