import type { JsonValue } from '@stellwerk/plugin/json';
import type { Signal } from '@stellwerk/plugin/profile';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { berlinMs, isPublicHoliday, isSchoolHoliday } from './calendar.ts';
import { coursesOf, signalKinds, valueAt } from './signals.ts';
import { brightOf } from './sun.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const originMs = Date.UTC(2026, 10, 15);

function courseOf(signal: Signal, seed = 1): (atMs: number) => JsonValue {
  const course = coursesOf({ value: signal }, { seed, originMs }).get('value');
  if (!course) throw new Error('no course');
  return course;
}
const numbersOf = (signal: Signal, seed = 1) => {
  const course = courseOf(signal, seed);
  return (atMs: number) => Number(course(atMs));
};
/** An hour in Berlin while its clock is one ahead of UTC. */
const winter = (month: number, date: number, hour: number) => Date.UTC(2026, month, date) + (hour - 1) * hourMs;

const points: JsonValue = [
  [51.33, 12.33],
  [51.34, 12.34],
  [51.33, 12.35],
];
/** One of every kind, with parameters where it needs some. */
const examples: Record<string, Signal> = {
  battery: { kind: 'battery', measure: 'voltage' },
  clamp: { kind: 'clamp', from: 0, to: 1, of: { kind: 'noise', amplitude: 5 } },
  constant: { kind: 'constant', value: 3 },
  daily: { kind: 'daily', weekday: [[6, 1]] },
  drift: { kind: 'drift', perDay: 0.1 },
  fill: { kind: 'fill' },
  meter: { kind: 'meter', perDay: 3, heating: true },
  noise: { kind: 'noise', amplitude: 2 },
  ofDay: { kind: 'ofDay', quantity: 'meter' },
  presence: { kind: 'presence' },
  room: { kind: 'room', measure: 'temperature' },
  route: { kind: 'route', points },
  same: { kind: 'same', quantity: 'meter', factor: 2 },
  scale: { kind: 'scale', factor: 2, of: { kind: 'constant', value: 1 } },
  season: { kind: 'season', mean: 1, amplitude: 1 },
  streetLight: { kind: 'streetLight', measure: 'energy' },
  sum: { kind: 'sum', of: [{ kind: 'constant', value: 1 }] },
  trail: { kind: 'trail', quantity: 'meter', count: 3, stepMinutes: 5 },
  weather: { kind: 'weather', measure: 'rain' },
};

const everyNumber = (value: JsonValue): number[] =>
  typeof value === 'number'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(everyNumber)
      : [];

describe('every kind', () => {
  it('has an example here', () => {
    expect(signalKinds()).toEqual(Object.keys(examples).toSorted());
  });

  it('is finite at any time of any sender, and the same when asked again', () => {
    const time = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) });
    fc.assert(
      fc.property(fc.nat(), time, (seed, atMs) => {
        const first = coursesOf(examples, { seed, originMs });
        const second = coursesOf(examples, { seed, originMs });
        for (const [name, course] of first) {
          const value = course(atMs);
          const wrong = everyNumber(value).filter((number) => !Number.isFinite(number));
          expect([name, wrong]).toEqual([name, []]);
          second.get(name)?.(atMs - dayMs);
          expect(second.get(name)?.(atMs)).toEqual(value);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the calendar', () => {
  it('turns the clocks as Berlin does', () => {
    const clock = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' });
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) }), (atMs) => {
        expect(new Date(berlinMs(atMs)).toISOString().slice(0, 19).replace('T', ' ')).toBe(clock.format(atMs));
      }),
    );
    for (const edge of ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z']) {
      for (const atMs of [Date.parse(edge) - 1_000, Date.parse(edge)]) {
        expect(new Date(berlinMs(atMs)).toISOString().slice(0, 19).replace('T', ' ')).toBe(clock.format(atMs));
      }
    }
  });

  it('knows free days', () => {
    const day = (text: string) => Date.parse(text) / dayMs;
    // Good Friday, Easter Monday, Ascension and Whit Monday of years with an early and a late Easter.
    const free = ['2024-03-29', '2024-04-01', '2026-05-14', '2026-05-25', '2038-04-26', '2026-12-25', '2026-10-03'];
    expect(free.filter((text) => !isPublicHoliday(day(text)))).toEqual([]);
    expect(['2026-04-02', '2026-11-16'].filter((text) => isPublicHoliday(day(text)))).toEqual([]);
    expect(isSchoolHoliday(day('2026-07-20'))).toBe(true);
    expect(isSchoolHoliday(day('2026-11-16'))).toBe(false);
  });

  it('knows how long the days are', () => {
    const brightHours = (text: string) => {
      const { dawnMs, duskMs } = brightOf(Date.parse(text) / dayMs);
      return (duskMs - dawnMs) / hourMs;
    };
    // At 51.3° north, and some more for twilight.
    expect(brightHours('2026-06-21')).toBeCloseTo(17.2, 0);
    expect(brightHours('2026-12-21')).toBeCloseTo(8.4, 0);
  });
});

describe('a room', () => {
  const co2 = (more: Partial<Signal> = {}, seed = 3) => numbersOf({ kind: 'room', measure: 'co2', ...more }, seed);

  it('fills with CO₂ while people are in it, and airs out at night', () => {
    const highest = (course: (atMs: number) => number, date: number) =>
      Math.max(...Array.from({ length: 60 }, (_, step) => course(winter(10, date, 7 + step / 6))));
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const fine = highest(co2({}, seed), 4);
      expect(fine).toBeGreaterThan(800);
      expect(fine).toBeLessThan(1_900);
      expect(highest(co2({ hasVentilation: false }, seed), 4)).toBeGreaterThan(fine + 500);
      expect(co2({}, seed)(winter(10, 4, 5))).toBeLessThan(480);
      // A Saturday, and a holiday of schools.
      expect(highest(co2({}, seed), 7)).toBeLessThan(480);
      expect(co2({ holidays: 'school' }, seed)(winter(9, 19, 11))).toBeLessThan(480);
    }
  });

  it('changes without jumps', () => {
    for (const measure of ['co2', 'temperature', 'humidity']) {
      const course = numbersOf({ kind: 'room', measure, hasVentilation: false }, 8);
      const values = Array.from({ length: 7 * 24 * 12 }, (_, step) => course(winter(10, 2, 0) + step * 300_000));
      const jumps = values.map((value, index) => Math.abs(value - (values[index - 1] ?? value)));
      expect(Math.max(...jumps)).toBeLessThan(measure === 'co2' ? 260 : 1.2);
    }
  });
});

describe('a meter', () => {
  it('never runs backwards, whoever draws from it', () => {
    const usage = fc.constantFrom('home', 'tap', 'office', 'school', 'always');
    const time = fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2030, 0, 1) });
    const step = fc.integer({ min: 1, max: 3 * dayMs });
    fc.assert(
      fc.property(fc.nat(), usage, fc.boolean(), time, step, (seed, name, heating, atMs, stepMs) => {
        const meter = { kind: 'meter', perDay: 10, usage: name, heating, startUpTo: 5_000 };
        for (const portion of [0, 0.2]) {
          const course = numbersOf({ ...meter, portion }, seed);
          expect(course(atMs + stepMs)).toBeGreaterThanOrEqual(course(atMs));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('stands still in a school at night, unless it leaks', () => {
    const school: Signal = { kind: 'meter', measure: 'rate', perDay: 500, usage: 'school' };
    const leaking = numbersOf({ ...school, leakPerHour: 20, leakSinceDaysAgo: 3 });
    expect(numbersOf(school)(winter(10, 14, 3))).toBe(0);
    expect(leaking(winter(10, 14, 3))).toBeCloseTo(20, 6);
    expect(leaking(winter(10, 4, 3))).toBe(0);
    expect(numbersOf(school)(winter(10, 4, 11))).toBeGreaterThan(10);
  });

  it('that is drawn from in portions stands still between two of them, and counts as much in the end', () => {
    const home: Signal = { kind: 'meter', perDay: 0.45 };
    const [steady, drawn] = [numbersOf(home), numbersOf({ ...home, portion: 0.009 })];
    const nightHours = Array.from({ length: 14 }, (_, day) =>
      [1, 2, 3].map((hour) => winter(10, 1 + day, hour)),
    ).flat();
    const stills = nightHours.filter((atMs) => drawn(atMs) === drawn(atMs - hourMs));
    expect(stills.length).toBeGreaterThan(nightHours.length / 2);
    expect(nightHours.some((atMs) => steady(atMs) === steady(atMs - hourMs))).toBe(false);
    for (const atMs of nightHours) expect(Math.abs(steady(atMs) - drawn(atMs))).toBeLessThan(0.0091);
  });

  it('of heat counts more in winter', () => {
    const course = numbersOf({ kind: 'meter', perDay: 100, heating: true });
    const ofMonth = (month: number) => course(Date.UTC(2026, month + 1, 1)) - course(Date.UTC(2026, month, 1));
    expect(ofMonth(0)).toBeGreaterThan(5 * ofMonth(6));
  });
});

describe('other signals', () => {
  it('a street light burns at night, dims, breaks, and its energy is the sum of its power', () => {
    const light = (measure: string, more: Partial<Signal> = {}) => numbersOf({ kind: 'streetLight', measure, ...more });
    expect([12, 18, 21, 2, 8.5].map((hour) => light('level')(winter(10, 5, hour)))).toEqual([0, 100, 100, 50, 0]);
    const lamp = { fault: 'lamp', faultSinceDaysAgo: 4 };
    expect(light('power', lamp)(winter(10, 14, 20))).toBeLessThan(1);
    expect(light('level', lamp)(winter(10, 14, 20))).toBe(100);
    expect(light('power', lamp)(winter(10, 9, 20))).toBeGreaterThan(30);
    expect(light('power', { fault: 'stuck', faultSinceDaysAgo: 4 })(winter(10, 14, 12))).toBeGreaterThan(30);
    for (const fault of ['none', 'lamp', 'stuck']) {
      const more = { fault, faultSinceDaysAgo: 4, dimPercent: 30 };
      const fromMs = winter(10, 8, 0);
      const power = light('power', more);
      let wattHours = 0;
      for (let minute = 0; minute < 5 * 24 * 60; minute++) wattHours += power(fromMs + minute * 60_000) / 60;
      const energy = light('energy', more);
      const counted = energy(fromMs + 5 * dayMs) - energy(fromMs);
      expect((counted * 1_000) / wattHours).toBeCloseTo(1, 2);
    }
  });

  it('a bin fills until it is emptied on a collection day', () => {
    const course = numbersOf({ kind: 'fill', collectionDays: [1], missed: 0 }, 2);
    // Tuesday, 10 November.
    const before = course(winter(10, 10, 6));
    expect(before).toBeGreaterThan(50);
    expect(course(winter(10, 10, 12))).toBeLessThan(10);
    expect(course(winter(10, 13, 12))).toBeGreaterThan(course(winter(10, 11, 12)));
    const forgotten = numbersOf({ kind: 'fill', collectionDays: [1], missed: 0, forgottenSinceDaysAgo: 9 }, 2);
    expect(forgotten(winter(10, 14, 12))).toBe(100);
  });

  it('a battery falls, and gets a successor when it is empty', () => {
    const course = numbersOf({ kind: 'battery', percentAtOrigin: 10, lifeDays: 1_000 });
    expect(course(originMs)).toBeCloseTo(10, 6);
    expect(course(originMs + 50 * dayMs)).toBeCloseTo(5, 6);
    expect(course(originMs + 101 * dayMs)).toBeGreaterThan(99);
    const volts = numbersOf({ kind: 'battery', measure: 'voltage', percentAtOrigin: 10, lifeDays: 1_000 });
    expect(volts(originMs + 90 * dayMs)).toBeLessThan(volts(originMs - 700 * dayMs) - 0.3);
  });

  it('parking spaces are taken as often as the demand says', () => {
    const shareAt = (hour: number) =>
      Array.from({ length: 200 }, (_, seed) => courseOf({ kind: 'presence' }, seed)(winter(10, 4, hour))).filter(
        Boolean,
      ).length / 200;
    expect(shareAt(4)).toBeLessThan(0.35);
    expect(shareAt(11)).toBeGreaterThan(0.75);
  });

  it('a vehicle is at home at night and underway by day', () => {
    const course = courseOf({ kind: 'route', points, idle: 0 });
    const at = (hour: number) => course(winter(10, 4, hour)) as { lat: number; lon: number; speed: number };
    for (const hour of [3, 20]) {
      expect(at(hour).lat).toBeCloseTo(51.33, 3);
      expect(at(hour).lon).toBeCloseTo(12.33, 3);
      expect(at(hour).speed).toBe(0);
    }
    const places = [8, 9, 10, 11, 12, 13].map(at);
    expect(places.every(({ speed }) => speed > 3 && speed < 60)).toBe(true);
    expect(Math.max(...places.map(({ lon }) => lon))).toBeGreaterThan(12.335);
  });

  it('a vehicle is called out on the nights that were named, and then as often as it is said', () => {
    const course = courseOf({ kind: 'route', points, nights: 0.2, nightsAgo: [1, 6] });
    const isOut = (daysAgo: number) => {
      const { speed, lon } = course(winter(10, 15 - daysAgo, 22.6)) as { speed: number; lon: number };
      return speed > 3 && Math.abs(lon - 12.33) > 0.001;
    };
    const ago = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(ago.filter(isOut)).toEqual([1, 6]);
    const ahead = Array.from({ length: 100 }, (_, index) => -index);
    expect(ahead.filter(isOut).length).toBeGreaterThan(8);
    expect(ahead.filter(isOut).length).toBeLessThan(35);
  });

  it('a daily curve is interpolated over midnight, and knows the weekend', () => {
    const course = numbersOf({
      kind: 'daily',
      weekday: [
        [6, 0],
        [18, 12],
      ],
      saturday: [[0, 5]],
      sunday: [[0, 7]],
    });
    expect([6, 12, 18, 0].map((hour) => course(winter(10, 4, hour)))).toEqual([0, 6, 12, 6]);
    expect(course(winter(10, 7, 12))).toBe(5);
    expect(course(winter(10, 8, 12))).toBe(7);
    expect(() =>
      valueAt(
        {
          kind: 'daily',
          weekday: [
            [6, 0],
            [5, 1],
          ],
        },
        { seed: 1, atMs: 0 },
      ),
    ).toThrow(/hours must rise/);
  });
});
