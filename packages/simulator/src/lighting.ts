import { dayMs, hourMs } from './calendar.ts';
import { brightOf } from './sun.ts';

/** Schedule and brightness of street lights. Hours are without summer time. */
export interface Dimming {
  fromHour: number;
  toHour: number;
  /** Share of full light, 0 to 1. */
  share: number;
}

interface Night {
  fromMs: number;
  toMs: number;
  dimFromMs: number;
  dimToMs: number;
}

/** The night that begins on the evening of this day in UTC. */
function nightOf(day: number, { fromHour, toHour }: Dimming): Night {
  const fromMs = brightOf(day).duskMs;
  const toMs = brightOf(day + 1).dawnMs;
  const midnightMs = (day + 1) * dayMs - hourMs;
  const dimFromMs = midnightMs + (fromHour >= 12 ? fromHour - 24 : fromHour) * hourMs;
  const dimToMs = midnightMs + toHour * hourMs;
  return { fromMs, toMs, dimFromMs: Math.max(fromMs, dimFromMs), dimToMs: Math.min(toMs, dimToMs) };
}

/** The day on whose evening the night around this time begins: it changes at noon. */
const nightDay = (atMs: number) => Math.floor(atMs / dayMs - 0.5);

/** Brightness from 0 to 1. */
export function lightAt(dimming: Dimming, atMs: number): number {
  const night = nightOf(nightDay(atMs), dimming);
  if (atMs < night.fromMs || atMs >= night.toMs) return 0;
  return atMs >= night.dimFromMs && atMs < night.dimToMs ? dimming.share : 1;
}

/** Duration of full light with the same energy, up to a time of this night. */
function burntMs(night: Night, share: number, untilMs: number): number {
  const until = Math.min(night.toMs, untilMs);
  const lit = Math.max(0, until - night.fromMs);
  const dimmed = Math.max(0, Math.min(until, night.dimToMs) - night.dimFromMs);
  return lit - (1 - share) * Math.max(0, dimmed);
}

const firstDay = Math.floor(Date.UTC(2024, 0, 1) / dayMs);
const sums = new Map<string, number[]>();

/** Hours of full light since 2024; streets with the same dimming share the sum of past nights. */
export function burntHours(dimming: Dimming, atMs: number): number {
  const key = `${dimming.fromHour} ${dimming.toHour} ${dimming.share}`;
  let before = sums.get(key);
  if (!before) {
    before = [0];
    sums.set(key, before);
  }
  const day = nightDay(atMs);
  if (day < firstDay) return 0;
  for (let next = before.length; next <= day - firstDay; next++) {
    const night = nightOf(firstDay + next - 1, dimming);
    before.push((before[next - 1] ?? 0) + burntMs(night, dimming.share, night.toMs));
  }
  return ((before[day - firstDay] ?? 0) + burntMs(nightOf(day, dimming), dimming.share, atMs)) / hourMs;
}
