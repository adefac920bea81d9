import type { WidgetAnswer } from '@stellwerk/contract/dashboard-widget';
import type { ValueChanges } from '@stellwerk/contract/state';
import type { LiveValue, WidgetWeb } from '@stellwerk/plugin/widget-web';

/** More topics than this are a burden for the browser and the server; what is left is read again now and then. */
export const maxTopics = 200;
export const pollMs = 30_000;
/** A widget that can't work values in by itself is read again at most this often. */
export const refetchEveryMs = 10_000;

/** A widget with what its kind needs to know about it. */
export interface LiveWidget {
  id: number;
  web: WidgetWeb;
  options: Record<string, unknown>;
}

export type Answers = ReadonlyMap<number, WidgetAnswer>;
export type Span = { fromMs: number; toMs: number };

const dataOf = (answers: Answers, id: number): { data: unknown } | undefined => {
  const answer = answers.get(id);
  return answer && 'data' in answer ? answer : undefined;
};

export interface Listening {
  /** Twins whose topics are heard. */
  twinIds: number[];
  /** By widget: the twins that matter for it. */
  heard: ReadonlyMap<number, ReadonlySet<number>>;
  /** Widgets with more twins than there is room for. */
  polled: number[];
}

/** Which twins are heard for which widget, the first widgets first. */
export function listeningOf(widgets: readonly LiveWidget[], answers: Answers): Listening {
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

/** The widgets that show something of these twins. */
export const concernedBy = (heard: Listening['heard'], twinIds: ReadonlySet<number>): number[] =>
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

export interface WorkedIn {
  /** Those that look different now. */
  changed: Answers;
  /** Widgets that have to be read again. */
  refetch: number[];
}

/** Works new values into what is shown. */
export function workIn(
  widgets: readonly LiveWidget[],
  {
    answers,
    heard,
    values,
    span,
  }: { answers: Answers; heard: Listening['heard']; values: readonly LiveValue[]; span: Span },
): WorkedIn {
  const changed = new Map<number, WidgetAnswer>();
  const refetch: number[] = [];
  for (const { id, web, options } of widgets) {
    const twins = heard.get(id);
    const answer = dataOf(answers, id);
    const own = twins ? values.filter(({ dtwinId }) => twins.has(dtwinId)) : [];
    if (!answer || own.length === 0) continue;
    const next = web.update(options, answer.data, own, span);
    if (next === 'refetch') refetch.push(id);
    // The kind gives back what it was given, with values of the same JSON in it.
    else if (next !== answer.data) changed.set(id, { data: next } as WidgetAnswer);
  }
  return { changed, refetch };
}

/** How long a widget has to wait until it may be read again. */
export const waitMs = (lastReadMs: number | undefined, nowMs: number): number =>
  lastReadMs === undefined ? 0 : Math.max(0, lastReadMs + refetchEveryMs - nowMs);
