import { z } from 'zod';
import { berlinMs, dayOf, hourMs, hourOf, isPublicHoliday, weekdayOf } from '../calendar.ts';
import { chance, hash, noise } from '../hash.ts';
import { defineSignal } from '../signal.ts';

const radians = Math.PI / 180;
const metresPerDegree = 111_195;

const place = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]);
type Place = z.output<typeof place>;

interface Leg {
  from: Place;
  to: Place;
  startMetres: number;
  metres: number;
  heading: number;
}

function legsOf(points: readonly Place[]): Leg[] {
  const legs: Leg[] = [];
  let startMetres = 0;
  for (const [index, from] of points.entries()) {
    const to = points[(index + 1) % points.length] ?? from;
    const north = (to[0] - from[0]) * metresPerDegree;
    const east = (to[1] - from[1]) * metresPerDegree * Math.cos(from[0] * radians);
    const metres = Math.hypot(north, east);
    if (metres === 0) continue;
    legs.push({ from, to, startMetres, metres, heading: (Math.atan2(east, north) / radians + 360) % 360 });
    startMetres += metres;
  }
  return legs;
}

interface Trip {
  fromHour: number;
  toHour: number;
  /** Whole rounds, so that the trip ends at its start. */
  rounds: number;
  isOn(day: number): boolean;
}

/** Late-evening trips for emergencies. */
const nightHours = { fromHour: 22, toHour: 23.5 };

/**
 * A vehicle that drives round its points (latitude, longitude) during working hours, rarely at night, and otherwise
 * stands at the first one: `{ lat, lon, speed, heading }` in degrees and km/h.
 */
export const signal = defineSignal({
  kind: 'route',
  parameters: {
    points: z.array(place).min(1),
    speedKmh: z.number().positive().default(16),
    fromHour: z.number().min(0).max(24).default(7),
    toHour: z.number().min(0).max(24).default(15.5),
    days: z.array(z.int().min(0).max(6)).default([0, 1, 2, 3, 4]),
    /** Share of days without a trip. */
    idle: z.number().min(0).max(1).default(0.08),
    /** Share of nights with a trip, and the nights before the origin that certainly had one. */
    nights: z.number().min(0).max(1).default(0),
    nightsAgo: z.array(z.int().min(1)).default([]),
  },
  build({ points, speedKmh, fromHour, toHour, days, idle, nights, nightsAgo }, { seed, originMs }) {
    if (toHour <= fromHour) throw new Error('signal route: toHour must be after fromHour');
    const legs = legsOf(points);
    const length = legs.reduce((sum, leg) => sum + leg.metres, 0);
    const working = new Set(days);
    const roundsIn = (hours: number) => Math.max(1, Math.round((speedKmh * 1_000 * hours) / Math.max(1, length)));
    const home: Place = points[0] ?? [0, 0];
    const traffic = hash(seed, 61);
    const originDay = dayOf(berlinMs(originMs));

    const byDay: Trip = {
      ...{ fromHour, toHour, rounds: roundsIn(toHour - fromHour) },
      isOn: (day) => working.has(weekdayOf(day)) && !isPublicHoliday(day) && chance(seed + 62, day) >= idle,
    };
    const byNight: Trip = {
      ...{ ...nightHours, rounds: roundsIn(nightHours.toHour - nightHours.fromHour) },
      isOn: (day) => (day < originDay ? nightsAgo.includes(originDay - day) : chance(seed + 65, day) < nights),
    };
    const tripAt = (day: number, hour: number) =>
      [byDay, byNight].find((trip) => hour >= trip.fromHour && hour < trip.toHour && trip.isOn(day));

    /** Metres since the start of a trip. Traffic varies the speed, except near both ends. */
    function metresAt({ fromHour: beginsAt, toHour: endsAt, rounds }: Trip, day: number, hour: number): number {
      const share = (hour - beginsAt) / (endsAt - beginsAt);
      if (share <= 0) return 0;
      const ends = Math.min(1, 8 * Math.min(share, 1 - share));
      const delayHours = 0.01 * (endsAt - beginsAt) * ends * noise(traffic, (day * 24 + hour) * 4);
      return (share + delayHours / (endsAt - beginsAt)) * rounds * length;
    }

    /** Position error of the receiver. */
    const blur = (salt: number, atMs: number) => 0.00004 * noise(seed + salt, atMs / (0.2 * hourMs));

    return (atMs) => {
      const clock = berlinMs(atMs);
      const day = dayOf(clock);
      const trip = length > 0 ? tripAt(day, hourOf(clock)) : undefined;
      const metres = trip ? metresAt(trip, day, hourOf(clock)) : 0;
      const before = trip ? metresAt(trip, day, hourOf(clock) - 1 / 60) : 0;
      const along = length > 0 ? metres % length : 0;
      const leg = legs.findLast((each) => each.startMetres <= along);
      const share = leg && metres > 0 ? (along - leg.startMetres) / leg.metres : 0;
      const [fromLat, fromLon] = leg?.from ?? home;
      const [toLat, toLon] = leg?.to ?? home;
      const isMoving = metres > before;
      return {
        lat: fromLat + (toLat - fromLat) * share + blur(63, atMs),
        lon: fromLon + (toLon - fromLon) * share + blur(64, atMs),
        speed: isMoving ? Math.min(90, ((metres - before) * 60) / 1_000) : 0,
        heading: isMoving ? (leg?.heading ?? 0) : 0,
      };
    };
  },
});
