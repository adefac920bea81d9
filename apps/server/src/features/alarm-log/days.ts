import { instantOf } from '@stellwerk/contract/core/zone-time';
import { floorDate, shiftWall } from '../states/index.ts';

const defaultDays = 30;
const maxDays = 400;

export interface Days {
  /** The days of the span, oldest first. */
  days: string[];
  /** Where each of them begins, the first not before the span; then where the last one ends, not after the span. */
  edges: Date[];
}

const calendarOf = (zone: string) => ({ zone, firstWeekday: 1 });
const nameOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** The days of a span on the clock of a zone: the last 30 of it unless a beginning is given, and at most the last 400. */
export function daysOf(span: { from?: string | undefined; to?: string | undefined }, zone: string, now: Date): Days {
  const to = span.to === undefined ? now.getTime() + 1 : Date.parse(span.to);
  const last = floorDate(to - 1, 'day', calendarOf(zone));
  const first = shiftWall(last, 1 - (span.from === undefined ? defaultDays : maxDays), 'day');
  const from = span.from === undefined ? instantOf(first, zone) : Date.parse(span.from);
  if (from >= to) return { days: [], edges: [] };
  const begin = Math.max(first, floorDate(from, 'day', calendarOf(zone)));
  const days: string[] = [];
  const edges: Date[] = [];
  for (let wall = begin; wall <= last; wall = shiftWall(wall, 1, 'day')) {
    days.push(nameOf(wall));
    edges.push(new Date(Math.max(instantOf(wall, zone), from)));
  }
  return { days, edges: [...edges, new Date(to)] };
}
