import { berlinMs, dayMs, dayOf, hourMs, hourOf, yearShareOf } from './calendar.ts';
import { noise } from './hash.ts';
import { sunHeight } from './sun.ts';

/** The weather of one town, shared by all outdoor sensors so that their values are consistent. */

const clamp = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));

/** Cloud cover from 0 (clear sky) to 1. */
export function cloudsAt(town: number, atMs: number): number {
  const slow = noise(town + 11, atMs / (40 * hourMs));
  const fast = noise(town + 12, atMs / (5 * hourMs));
  return clamp(0.52 + 0.42 * slow + 0.18 * fast, 0, 1);
}

/** Average temperature of a day in °C: season plus changing air masses. */
export function dayTemperature(town: number, day: number): number {
  const season = 9.8 - 9.6 * Math.cos(2 * Math.PI * (yearShareOf(day) - 0.055));
  return season + 4.5 * noise(town + 21, day / 5) + 2 * noise(town + 22, day / 1.7);
}

export function temperatureAt(town: number, atMs: number): number {
  const clock = berlinMs(atMs);
  const swing = 2 + 3.6 * (1 - cloudsAt(town, atMs)) * (1 - 0.5 * Math.cos(2 * Math.PI * yearShareOf(dayOf(clock))));
  const ofDay = Math.cos((2 * Math.PI * (hourOf(clock) - 15)) / 24);
  return dayTemperature(town, clock / dayMs - 0.5) + swing * ofDay + 0.5 * noise(town + 23, atMs / hourMs);
}

/** Rain in mm/h. */
export function rainAt(town: number, atMs: number): number {
  const shower = 0.5 + 0.5 * noise(town + 31, atMs / (2 * hourMs));
  const wet = clamp((cloudsAt(town, atMs) - 0.68) / 0.32, 0, 1) * shower;
  return wet < 0.3 ? 0 : (wet - 0.3) * 7;
}

/** Relative humidity in %. */
export function humidityAt(town: number, atMs: number): number {
  const clock = berlinMs(atMs);
  const above = temperatureAt(town, atMs) - dayTemperature(town, clock / dayMs - 0.5);
  const damp = 72 + 12 * cloudsAt(town, atMs) + 5 * noise(town + 41, atMs / (18 * hourMs));
  return clamp(damp - 3.4 * above + Math.min(12, rainAt(town, atMs) * 5), 22, 100);
}

/** Pressure in hPa at sea level: clouds come with low pressure. */
export const pressureAt = (town: number, atMs: number) =>
  1_015 - 13 * noise(town + 11, atMs / (40 * hourMs)) + 5 * noise(town + 51, atMs / (90 * hourMs));

/** Wind speed in m/s. */
export function windAt(town: number, atMs: number): number {
  const slow = 0.5 + 0.5 * noise(town + 61, atMs / (22 * hourMs));
  const gusty = 1 + 0.45 * noise(town + 62, atMs / (0.3 * hourMs));
  return clamp((0.6 + 7 * slow * slow) * gusty, 0, 30);
}

/** Wind direction in degrees from the north, mostly from the west. */
export const windDirectionAt = (town: number, atMs: number) =>
  (((250 + 120 * noise(town + 63, atMs / (30 * hourMs)) + 25 * noise(town + 64, atMs / hourMs)) % 360) + 360) % 360;

/** Solar radiation in W/m². */
export function solarAt(town: number, atMs: number): number {
  const height = sunHeight(atMs);
  if (height <= 0) return 0;
  const clouds = cloudsAt(town, atMs);
  return 1_050 * height ** 1.15 * (1 - 0.78 * clouds ** 2);
}
