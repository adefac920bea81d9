import type { RunTrigger } from '@stellwerk/contract/rule-run';
import type { Zone } from '../area.ts';
import { type Places, stepGeofences, type TimedPosition, wakeGeofence } from '../geofence.ts';
import type { CompiledRule } from '../rule.ts';
import { timesBetween } from '../time-trigger.ts';

/** Triggers other than values, in chronological order. */
export interface Timeline {
  /** Time of the next trigger; infinity if there is none. */
  nextMs(): number;
  /** Advances to that time; a position may fire several triggers, or none. */
  take(): RunTrigger[];
}

interface TimelineOptions {
  rule: CompiledRule;
  fromMs: number;
  toMs: number;
  positions: readonly TimedPosition[];
  zones: ReadonlyMap<number, Zone>;
}

const never = Number.POSITIVE_INFINITY;

/** Time triggers that coincide cause one evaluation. */
function timesOf({ rule, fromMs, toMs }: TimelineOptions): number[] {
  const times = rule.definition.timeTriggers.flatMap((trigger) => [...timesBetween(trigger, fromMs - 1, toMs - 1)]);
  return [...new Set(times)].sort((a, b) => a - b);
}

export function createTimeline(options: TimelineOptions): Timeline {
  const { rule, toMs, zones, positions } = options;
  const times = timesOf(options);
  const wakeups = new Map<string, number>();
  let [nextTimeAt, nextPositionAt] = [0, 0];
  let places: Places = {};

  function takePosition(position: TimedPosition): RunTrigger[] {
    nextPositionAt += 1;
    const stepped = stepGeofences(rule, places, position, zones);
    places = stepped.places;
    for (const { key, atMs } of stepped.wakeups) if (atMs < toMs) wakeups.set(key, atMs);
    return stepped.fired;
  }

  function takeWakeup(key: string, atMs: number): RunTrigger[] {
    wakeups.delete(key);
    const woken = wakeGeofence(rule, places, key, atMs, zones);
    places = woken.places;
    return woken.fired;
  }

  const wakeupMs = () => (wakeups.size === 0 ? never : Math.min(...wakeups.values()));
  const nextMs = () =>
    Math.min(
      positions[nextPositionAt]?.atMs ?? never,
      wakeups.size === 0 ? never : wakeupMs(),
      times[nextTimeAt] ?? never,
    );

  return {
    nextMs,
    take() {
      const atMs = nextMs();
      const position = positions[nextPositionAt];
      if (position?.atMs === atMs) return takePosition(position);
      for (const [key, wakeMs] of wakeups) if (wakeMs === atMs) return takeWakeup(key, atMs);
      nextTimeAt += 1;
      return [{ kind: 'time', dueAt: new Date(atMs).toISOString() }];
    },
  };
}
