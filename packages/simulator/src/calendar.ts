/**
 * Local time and public holidays of Germany without the cost of `Intl`: one month of a town needs some million lookups.
 */

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The last Sunday of a month with 31 days, 01:00 UTC: the clock change of the European Union. */
function turnsAtMs(year: number, month: number): number {
  const last = Date.UTC(year, month, 31, 1);
  return last - new Date(last).getUTCDay() * dayMs;
}

interface Year {
  fromMs: number;
  toMs: number;
  summerFromMs: number;
  summerToMs: number;
  freeDays: ReadonlySet<number>;
}

const years = new Map<number, Year>();
/** Cache of the latest year: most lookups are about the same year. */
let latest: Year | undefined;

function yearOf(atMs: number): Year {
  if (latest && atMs >= latest.fromMs && atMs < latest.toMs) return latest;
  const year = new Date(atMs).getUTCFullYear();
  let found = years.get(year);
  if (!found) {
    found = {
      fromMs: Date.UTC(year, 0, 1),
      toMs: Date.UTC(year + 1, 0, 1),
      summerFromMs: turnsAtMs(year, 2),
      summerToMs: turnsAtMs(year, 9),
      freeDays: freeDaysOf(year),
    };
    years.set(year, found);
  }
  latest = found;
  return found;
}

export function isSummerTime(atMs: number): boolean {
  const { summerFromMs, summerToMs } = yearOf(atMs);
  return atMs >= summerFromMs && atMs < summerToMs;
}

/** Local time in Berlin, encoded as if it were UTC. */
export const berlinMs = (atMs: number) => atMs + (isSummerTime(atMs) ? 2 : 1) * hourMs;

/** Berlin time without summer time, as meters use it: an hour that occurs twice would make them run backwards. */
export const standardMs = (atMs: number) => atMs + hourMs;

/** Days since 1970 of a local time. */
export const dayOf = (clockMs: number) => Math.floor(clockMs / dayMs);
/** Hour of the day, from 0 to below 24. */
export const hourOf = (clockMs: number) => (clockMs - dayOf(clockMs) * dayMs) / hourMs;
/** Monday is 0. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;
/** Share of the year, from 0 at New Year to below 1, for a year of average length. */
export const yearShareOf = (day: number) => (((day / 365.2425) % 1) + 1) % 1;

/** Easter Sunday in the Gregorian calendar, by Gauss with Lichtenberg's corrections. */
function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sun = 2 - Math.floor((3 * century + 3) / 4);
  const golden = year % 19;
  const seed = (19 * golden + moon) % 30;
  const correction = Math.floor((seed + Math.floor(golden / 11)) / 29);
  const limit = 21 + seed - correction;
  const sunday = 7 - ((year + Math.floor(year / 4) + sun) % 7);
  return dayOf(Date.UTC(year, 2, limit + (7 - ((limit - sunday) % 7))));
}

const fixedFreeDays = [
  [0, 1],
  [4, 1],
  [9, 3],
  [9, 31],
  [11, 24],
  [11, 25],
  [11, 26],
  [11, 31],
] as const;
/** Good Friday, Easter Monday, Ascension, Whit Monday, in days after Easter Sunday. */
const afterEaster = [-2, 1, 39, 50];

function freeDaysOf(year: number): ReadonlySet<number> {
  const easter = easterOf(year);
  const fixed = fixedFreeDays.map(([month, date]) => dayOf(Date.UTC(year, month, date)));
  return new Set([...fixed, ...afterEaster.map((days) => easter + days)]);
}

export const isPublicHoliday = (day: number) => yearOf(day * dayMs).freeDays.has(day);

/** School holidays from and to, as month and day: roughly those of Saxony, which vary a little every year. */
const schoolFree = [
  [101, 102],
  [209, 221],
  [704, 814],
  [1012, 1024],
  [1223, 1231],
] as const;

export function isSchoolHoliday(day: number): boolean {
  const date = new Date(day * dayMs);
  const place = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  return schoolFree.some(([from, to]) => place >= from && place <= to);
}
