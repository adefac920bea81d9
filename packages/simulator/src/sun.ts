import { dayMs, yearShareOf } from './calendar.ts';

/** Latitude and longitude of the town in degrees. */
const latitude = 51.3;
const longitude = 12.4;

const radians = Math.PI / 180;
const sinLatitude = Math.sin(latitude * radians);
const cosLatitude = Math.cos(latitude * radians);

/** Declination of the sun by Cooper's formula. */
const declinationOf = (day: number) => 23.45 * radians * Math.sin(2 * Math.PI * (yearShareOf(day) + 284 / 365));

/** Time of solar noon: the equation of time, and the town's longitude east of Greenwich. */
function noonMs(day: number): number {
  const angle = 2 * Math.PI * (yearShareOf(day) - 81 / 365);
  const leadMinutes = 9.87 * Math.sin(2 * angle) - 7.53 * Math.cos(angle) - 1.5 * Math.sin(angle);
  return (day + 0.5) * dayMs - (leadMinutes + longitude * 4) * 60_000;
}

/** The sine of the sun's altitude. */
export function sunHeight(atMs: number): number {
  const day = Math.floor(atMs / dayMs);
  const declination = declinationOf(day);
  const angle = ((atMs - noonMs(day)) / dayMs) * 2 * Math.PI;
  return sinLatitude * Math.sin(declination) + cosLatitude * Math.cos(declination) * Math.cos(angle);
}

const sinTwilight = Math.sin(-3 * radians);

/** Dawn and dusk of a day in UTC, between which street lights are off. */
export function brightOf(day: number): { dawnMs: number; duskMs: number } {
  const declination = declinationOf(day);
  const cosine = (sinTwilight - sinLatitude * Math.sin(declination)) / (cosLatitude * Math.cos(declination));
  const halfMs = (Math.acos(Math.min(1, Math.max(-1, cosine))) / (2 * Math.PI)) * dayMs;
  const noon = noonMs(day);
  return { dawnMs: noon - halfMs, duskMs: noon + halfMs };
}
