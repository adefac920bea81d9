import type { GeofenceTrigger } from '@stellwerk/contract/rule';
import type { RunTrigger } from '@stellwerk/contract/rule-run';
import { type Placement, placementIn, type Zone } from './area.ts';
import type { CompiledRule } from './rule.ts';

/** The memory of a trigger about the last position. */
interface Remembered {
  atMs: number;
  isInside: boolean;
  /** Within the distance of the trigger, if it has one. */
  isNear: boolean;
  /** Start of the current stay, inside or outside. */
  sinceMs: number;
  /** The trigger has already fired for the dwell time of this stay. */
  isTold: boolean;
}

/** Keyed by the position of the trigger in the definition. Plain JSON, because it is stored between two positions. */
export type Places = Readonly<Record<string, Remembered>>;

export interface TimedPosition {
  latitude: number;
  longitude: number;
  atMs: number;
}

export interface Wakeup {
  key: string;
  atMs: number;
}

interface Step {
  next: Remembered;
  isFired: boolean;
  wakeAtMs: number | null;
}

const hourMs = 3_600_000;

const isDwell = ({ mode }: GeofenceTrigger) => mode === 'dwelltime' || mode === 'dwelltime_out';

const dueMs = ({ durationHours }: GeofenceTrigger, { sinceMs }: Remembered) =>
  sinceMs + Math.round((durationHours ?? 0) * hourMs);

/** Whether the twin is on the side where the dwell time counts. */
const isStay = ({ mode }: GeofenceTrigger, { isInside }: Remembered) => isInside === (mode === 'dwelltime');

function stepDwell(trigger: GeofenceTrigger, next: Remembered, isNewStay: boolean): Step {
  if (!isStay(trigger, next) || next.isTold) return { next, isFired: false, wakeAtMs: null };
  const wakeAtMs = dueMs(trigger, next);
  const isFired = next.atMs >= wakeAtMs;
  return { next: { ...next, isTold: isFired }, isFired, wakeAtMs: isNewStay && !isFired ? wakeAtMs : null };
}

function isCrossed({ mode }: GeofenceTrigger, before: Remembered | undefined, next: Remembered): boolean {
  if (!before) return false;
  switch (mode) {
    case 'enter':
      return !before.isInside && next.isInside;
    case 'exit':
      return before.isInside && !next.isInside;
    case 'proximity_closing':
      return !before.isNear && next.isNear;
    case 'proximity_movingout':
      return before.isNear && !next.isNear;
    default:
      return false;
  }
}

function step(trigger: GeofenceTrigger, before: Remembered | undefined, placement: Placement, atMs: number): Step {
  const { isInside, distanceMeters } = placement;
  const isSameStay = before?.isInside === isInside;
  const next: Remembered = {
    atMs,
    isInside,
    isNear: distanceMeters <= (trigger.distanceMeters ?? 0),
    sinceMs: isSameStay ? before.sinceMs : atMs,
    isTold: isSameStay && before.isTold,
  };
  if (isDwell(trigger)) return stepDwell(trigger, next, !isSameStay);
  return { next, isFired: isCrossed(trigger, before, next), wakeAtMs: null };
}

const runTrigger = ({ mode }: GeofenceTrigger, { id, title }: Zone, distanceMeters: number | null): RunTrigger => ({
  kind: 'geofence',
  mode,
  zone: { id, title },
  distanceMeters: distanceMeters === null ? null : Math.round(distanceMeters * 10) / 10,
});

type Zones = ReadonlyMap<number, Zone>;
type Fenced = Pick<CompiledRule, 'definition'>;

/** Processes a new position of the rule's twin. A position older than the last one changes nothing. */
export function stepGeofences(
  { definition }: Fenced,
  places: Places,
  position: TimedPosition,
  zones: Zones,
): { places: Places; fired: RunTrigger[]; wakeups: Wakeup[] } {
  const next: Record<string, Remembered> = {};
  const fired: RunTrigger[] = [];
  const wakeups: Wakeup[] = [];
  for (const [index, trigger] of definition.geofenceTriggers.entries()) {
    const key = String(index);
    const before = places[key];
    const zone = zones.get(trigger.dtwinId);
    const placement = zone && placementIn(zone, position);
    // The memory of a zone without an area is dropped: if the area comes back, the next position counts as the first.
    if (!zone || !placement) continue;
    if (before && position.atMs < before.atMs) {
      next[key] = before;
      continue;
    }
    const taken = step(trigger, before, placement, position.atMs);
    next[key] = taken.next;
    if (taken.isFired) fired.push(runTrigger(trigger, zone, placement.distanceMeters));
    if (taken.wakeAtMs !== null) wakeups.push({ key, atMs: taken.wakeAtMs });
  }
  return { places: next, fired, wakeups };
}

/** Fires at the end of a dwell time, if that stay still lasts and has not fired yet. */
export function wakeGeofence(
  { definition }: Fenced,
  places: Places,
  key: string,
  atMs: number,
  zones: Zones,
): { places: Places; fired: RunTrigger[] } {
  const trigger = definition.geofenceTriggers[Number(key)];
  const place = places[key];
  const zone = trigger && zones.get(trigger.dtwinId);
  const isDue =
    place && trigger && isDwell(trigger) && isStay(trigger, place) && !place.isTold && atMs >= dueMs(trigger, place);
  if (!isDue || !zone || zone.polygon === null) return { places, fired: [] };
  return { places: { ...places, [key]: { ...place, isTold: true } }, fired: [runTrigger(trigger, zone, null)] };
}
