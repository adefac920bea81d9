import { valueChanges } from '@stellwerk/contract/state';
import type { LiveValue } from '@stellwerk/plugin/widget-web';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useThrottledCallback } from '../../../../lib/use-throttled-callback.ts';
import type { TimeRangeValue } from '../../../../ui/time/time-range.ts';
import { spanOf } from '../../widget.queries.ts';
import {
  applyLiveValues,
  liveSubscriptionsOf,
  liveValuesOf,
  pollMs,
  type WidgetAnswers,
  waitMs,
  widgetsAffectedBy,
} from './live-values.ts';
import type { WidgetData } from './use-widget-data.ts';

/** Values that arrive together are rendered together. */
const batchMs = 250;
/** The topics of a page are confirmed one after the other, and the server caches a response for three seconds. */
const resyncMs = 3_500;
/** More widgets than this are refetched in one call. */
const mostSingly = 3;

export interface LiveFeed {
  twinIds: readonly number[];
  onMessage: (dtwinId: number, message: unknown) => void;
  /** Server time at which the shown data was fetched. */
  since: string | undefined;
  /** Values of this twin may have been missed. */
  onResync: (dtwinId: number) => void;
}

const noAnswers: WidgetAnswers = new Map();

/** Applies the newest values to the shown data. A hidden page renders nothing and refetches everything afterwards. */
export function useLiveData(data: WidgetData, range: TimeRangeValue): LiveFeed {
  const { answers = noAnswers, widgets } = data;
  const { twinIds, heard, polled } = useMemo(() => liveSubscriptionsOf(widgets, answers), [widgets, answers]);
  const waiting = useRef<LiveValue[]>([]);
  const hasMissed = useRef(false);
  const lastReads = useRef(new Map<number, number>());
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());

  const readOne = useEffectEvent((widgetId: number) => {
    timers.current.delete(widgetId);
    lastReads.current.set(widgetId, Date.now());
    // The next value retries; the shown data stays.
    data.refreshOne(widgetId).catch(() => undefined);
  });
  const missed = useRef(new Set<number>());
  const readMissed = () => {
    const twins = missed.current;
    missed.current = new Set();
    if (document.hidden) {
      hasMissed.current = true;
      return;
    }
    const concerned = widgetsAffectedBy(heard, twins);
    // The shown data stays, and the notice about the connection informs the user.
    if (concerned.length > mostSingly) data.refreshAll().catch(() => undefined);
    else concerned.forEach(readOne);
  };
  const resync = useThrottledCallback(readMissed, resyncMs);

  const readSoon = (widgetId: number) => {
    if (timers.current.has(widgetId)) return;
    const delayMs = waitMs(lastReads.current.get(widgetId), Date.now());
    timers.current.set(widgetId, setTimeout(readOne, delayMs, widgetId));
  };

  const flush = useThrottledCallback(() => {
    const values = waiting.current;
    waiting.current = [];
    const span = spanOf(range);
    const worked = applyLiveValues(widgets, { answers, heard, values, span });
    if (worked.changed.size > 0) data.change(worked.changed, span);
    worked.refetch.forEach(readSoon);
  }, batchMs);

  const catchUp = useEffectEvent(() => {
    if (document.hidden || !hasMissed.current) return;
    hasMissed.current = false;
    data.refreshAll().catch(() => undefined);
  });
  useEffect(() => {
    const pending = timers.current;
    document.addEventListener('visibilitychange', catchUp);
    return () => {
      document.removeEventListener('visibilitychange', catchUp);
      for (const timer of pending.values()) clearTimeout(timer);
    };
  }, []);

  const polledText = polled.join(',');
  const poll = useEffectEvent(() => {
    if (!document.hidden) for (const widgetId of polled) readOne(widgetId);
  });
  useEffect(() => {
    if (polledText === '') return;
    const timer = setInterval(poll, pollMs);
    return () => clearInterval(timer);
  }, [polledText]);

  return {
    twinIds,
    onMessage: (dtwinId, message) => {
      const changes = valueChanges.safeParse(message);
      if (!changes.success) return;
      if (document.hidden) {
        hasMissed.current = true;
        return;
      }
      waiting.current.push(...liveValuesOf(dtwinId, changes.data));
      flush();
    },
    since: data.readAt,
    onResync: (dtwinId) => {
      missed.current.add(dtwinId);
      resync();
    },
  };
}
