import { changeBetween, instantOf, offsetOf } from '@stellwerk/contract/core/zone-time';

export const dayMs = 86_400_000;

/** The UTC offsets of a zone on one UTC day: before `changeMs`, and from `changeMs` on. */
interface DayOffsets {
  changeMs: number;
  before: number;
  after: number;
}

const keptDays = 20_000;
const days = new Map<string, DayOffsets>();

function offsetsOf(day: number, zone: string): DayOffsets {
  const [startMs, endMs] = [day * dayMs, (day + 1) * dayMs];
  const [before, after] = [offsetOf(startMs, zone), offsetOf(endMs, zone)];
  const changeMs = before === after ? endMs : changeBetween(startMs, endMs, zone);
  return { changeMs, before, after };
}

/** The wall-clock time of a zone, as if it were UTC. Cached, because calling Intl for every value takes seconds. */
export function wallClock(atMs: number, zone: string): number {
  const day = Math.floor(atMs / dayMs);
  const key = `${day} ${zone}`;
  let known = days.get(key);
  if (!known) {
    known = offsetsOf(day, zone);
    if (days.size >= keptDays) days.clear();
    days.set(key, known);
  }
  return atMs + (atMs < known.changeMs ? known.before : known.after);
}

/** Like `instantOf`, but fast on days without a clock change nearby. */
export function momentOf(wall: number, zone: string): number {
  const [before, after] = [wall - dayMs, wall + dayMs];
  const offset = wallClock(before, zone) - before;
  return before > 0 && offset === wallClock(after, zone) - after ? wall - offset : instantOf(wall, zone);
}
