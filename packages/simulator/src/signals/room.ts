import { z } from 'zod';
import { berlinMs, dayOf, hourMs, hourOf } from '../calendar.ts';
import { chance, hash, noise } from '../hash.ts';
import { createRoomAir, timetableNames } from '../room-air.ts';
import { defineSignal } from '../signal.ts';
import { dayTemperature, humidityAt, solarAt, temperatureAt } from '../weather.ts';

const measures = ['temperature', 'co2', 'humidity', 'illuminance', 'motion', 'tvoc', 'people'] as const;

const smooth = (share: number) => {
  const part = Math.min(1, Math.max(0, share));
  return part * part * (3 - 2 * part);
};

/** A room with people: °C, ppm, %, lux, movements, ppb. All quantities of a sender describe the same room. */
export const signal = defineSignal({
  kind: 'room',
  parameters: {
    measure: z.enum(measures),
    timetable: z.enum(timetableNames).default('school'),
    /** Number of people that the room holds, and its volume in m³. */
    people: z.number().nonnegative().default(26),
    volume: z.number().positive().default(190),
    hasVentilation: z.boolean().default(true),
    holidays: z.enum(['none', 'public', 'school']).default('public'),
    /** Target temperature of the heating by day and at night. */
    warm: z.number().default(20.8),
    cool: z.number().default(17.5),
    town: z.int().default(1),
  },
  build({ measure, warm, cool, town: townNumber, ...room }, { seed, salt }) {
    const air = createRoomAir({ seed, ...room });
    const town = hash(townNumber, 0);
    const aim = warm + 1.6 * (chance(seed, 81) - 0.5);
    const sunny = 0.3 + 0.7 * chance(seed, 82);

    function temperature(atMs: number, day: number, hour: number): number {
      const outdoors = temperatureAt(town, atMs);
      const heated = cool + (aim - cool) * smooth((hour - 4.5) / 3) * (1 - smooth((hour - 16) / 7));
      // The room has no cooling: in summer its walls reach the average temperature of the day.
      const walls = 7.5 + 0.8 * dayTemperature(town, day + hour / 24 - 0.5);
      const fromPeople = (0.9 * (air.co2At(day, hour) - 425)) / 1_000;
      const fromSun = (1.6 * sunny * solarAt(town, atMs)) / 800;
      const fromOutdoors = 0.25 * Math.max(0, outdoors - 16) - 0.04 * Math.max(0, 5 - outdoors);
      return Math.max(heated, walls) + fromPeople + fromSun + fromOutdoors + 0.25 * noise(salt, atMs / hourMs);
    }

    function humidity(atMs: number, day: number, hour: number): number {
      const outdoors = temperatureAt(town, atMs);
      // Relative humidity of the same water in warmer air: about 6.5 % less per degree.
      const warmed = humidityAt(town, atMs) * Math.exp(-0.06 * Math.max(0, 20 - outdoors));
      const fromPeople = (5 * (air.co2At(day, hour) - 425)) / 1_000;
      return Math.min(85, Math.max(15, 8 + 0.8 * warmed + fromPeople + 1.5 * noise(salt, atMs / hourMs)));
    }

    const courses = {
      temperature,
      humidity,
      co2: (atMs: number, day: number, hour: number) =>
        Math.max(400, air.co2At(day, hour) + 14 * noise(salt, atMs / (0.25 * hourMs))),
      people: (_atMs: number, day: number, hour: number) => air.peopleAt(day, hour),
      motion: (atMs: number, day: number, hour: number) =>
        air.peopleAt(day, hour) > 0 ? Math.round(20 + 18 * noise(salt, atMs / (0.2 * hourMs))) : 0,
      illuminance: (atMs: number, day: number, hour: number) =>
        1.5 * sunny * solarAt(town, atMs) + (air.peopleAt(day, hour) > 0 ? 340 : 0),
      tvoc: (atMs: number, day: number, hour: number) =>
        Math.max(5, 40 + 0.16 * (air.co2At(day, hour) - 425) + 20 * noise(salt, atMs / hourMs)),
    };
    const course = courses[measure];
    return (atMs) => {
      const clock = berlinMs(atMs);
      return course(atMs, dayOf(clock), hourOf(clock));
    };
  },
});
