import { isPublicHoliday, isSchoolHoliday, weekdayOf } from './calendar.ts';
import { chance, hash, pick } from './hash.ts';

/** Occupancy of rooms: hours in Berlin time. */
const timetables = {
  school: [
    [7.75, 9.25],
    [9.5, 11],
    [11.25, 12.75],
    [13.5, 15],
  ],
  office: [
    [7.5, 11.75],
    [12.5, 16.75],
  ],
  meeting: [
    [9, 10.5],
    [11, 12],
    [13, 14.5],
    [15, 16],
  ],
  canteen: [[11.25, 13.75]],
  hall: [
    [8, 13],
    [15, 21],
  ],
} as const;
export type Timetable = keyof typeof timetables;
export const timetableNames = ['school', 'office', 'meeting', 'canteen', 'hall'] as const;

export interface RoomOptions {
  seed: number;
  timetable: Timetable;
  people: number;
  volume: number;
  hasVentilation: boolean;
  holidays: 'none' | 'public' | 'school';
}

/** Outdoor CO₂ in ppm, and m³ of CO₂ that a person exhales per hour. */
const outdoors = 425;
const breathed = 0.017;

export interface RoomAir {
  /** Number of people in the room. */
  peopleAt(day: number, hour: number): number;
  /** CO₂ in the room in ppm. */
  co2At(day: number, hour: number): number;
}

export function createRoomAir({ seed, timetable, people, volume, hasVentilation, holidays }: RoomOptions): RoomAir {
  const blocks = timetables[timetable];
  // Air changes per hour: with people inside, with open windows during breaks, and at night.
  const rates = hasVentilation
    ? { occupied: 1.9 + 1.2 * chance(seed, 71), pause: 3.5, empty: 0.9 }
    : { occupied: 0.7, pause: 0.9, empty: 0.35 };
  const gone = hash(seed, 72);

  const isFree = (day: number) =>
    weekdayOf(day) >= 5 ||
    (holidays !== 'none' && isPublicHoliday(day)) ||
    (holidays === 'school' && isSchoolHoliday(day));

  function peopleIn(day: number, block: number): number {
    if (isFree(day)) return 0;
    const number = day * 8 + block;
    // The last lesson of the day is often free.
    const empty = block === blocks.length - 1 && blocks.length > 2 ? 0.55 : 0.1;
    if (chance(gone, number) < empty) return 0;
    return pick(gone + 1, number, Math.ceil(people * 0.7), people);
  }

  /** CO₂ after some hours without a change of people or ventilation. */
  function after(co2: number, hours: number, present: number, rate: number): number {
    const balance = outdoors + (present * breathed * 1e6) / volume / rate;
    return balance + (co2 - balance) * Math.exp(-rate * hours);
  }

  function untilHour(day: number, from: number, untilHour: number): number {
    let co2 = from;
    let hour = 0;
    for (const [block, [begins, ends]] of blocks.entries()) {
      if (hour >= untilHour) return co2;
      const isPause = block > 0 && peopleIn(day, block - 1) > 0;
      const beginsAt = Math.min(begins, untilHour);
      co2 = after(co2, beginsAt - hour, 0, isPause ? rates.pause : rates.empty);
      const endsAt = Math.min(ends, untilHour);
      if (endsAt > beginsAt) co2 = after(co2, endsAt - beginsAt, peopleIn(day, block), rates.occupied);
      hour = Math.max(beginsAt, endsAt);
    }
    return untilHour > hour ? after(co2, untilHour - hour, 0, rates.empty) : co2;
  }

  let started = { day: Number.NaN, co2: outdoors };

  return {
    peopleAt(day, hour) {
      const block = blocks.findIndex(([begins, ends]) => hour >= begins && hour < ends);
      return block < 0 ? 0 : peopleIn(day, block);
    },

    co2At(day, hour) {
      // The morning's CO₂ depends on the days before; three days are enough for the effect to fade.
      if (started.day !== day) {
        let co2 = outdoors;
        for (const earlier of [day - 3, day - 2, day - 1]) co2 = untilHour(earlier, co2, 24);
        started = { day, co2 };
      }
      return untilHour(day, started.co2, hour);
    },
  };
}
