import { instantOf } from '@stellwerk/contract/core/zone-time';
import { floorDate, shiftWall } from '../states/index.ts';

const defaultDays = 30;
const maxDays = 400;

export interface Days {
  days: string[];
  /** Start of each day, clipped to the span, followed by the end of the last day. */
  edges: Date[];
}

const calendarOf = (zone: string) => ({ zone, firstWeekday: 1 });
const nameOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** Days of a span in a time zone: the last 30 without a start, and never more than the last 400. */
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
