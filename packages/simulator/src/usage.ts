import { dayMs, dayOf, hourOf, isPublicHoliday, weekdayOf } from './calendar.ts';
import { hash, noise } from './hash.ts';
import { dayTemperature } from './weather.ts';

/** Usage profiles of meters: use per hour of a working day, and the share of a working day's use on a free day. */
const usages = {
  home: { hours: [1, 1, 1, 1, 2, 6, 14, 16, 11, 7, 6, 7, 8, 6, 5, 5, 7, 10, 14, 15, 12, 9, 5, 2], free: 1.15 },
  /** Only taps, without the base load at night. */
  tap: {
    hours: [0.3, 0.2, 0.1, 0.1, 0.6, 5, 14, 16, 11, 7, 6, 7, 8, 6, 5, 5, 7, 10, 14, 15, 12, 9, 5, 1.5],
    free: 1.15,
  },
  office: { hours: [1, 1, 1, 1, 1, 2, 5, 10, 14, 15, 14, 13, 14, 14, 13, 12, 9, 5, 3, 2, 1, 1, 1, 1], free: 0.2 },
  school: { hours: [0, 0, 0, 0, 0, 1, 4, 14, 13, 18, 14, 18, 16, 15, 10, 8, 5, 3, 1, 1, 1, 0, 0, 0], free: 0.08 },
  always: { hours: Array.from({ length: 24 }, () => 1), free: 1 },
} as const;
export type Usage = keyof typeof usages;
export const usageNames = ['home', 'tap', 'office', 'school', 'always'] as const;

/** Total of a meter with an average use of 1 per day, at a time without summer time. It never falls. */
export type Total = (clockMs: number) => number;

/** Before this day, every day has average use. */
const firstDay = dayOf(Date.UTC(2024, 0, 1));

function createTotal(usage: Usage, isHeating: boolean, variant: number): Total {
  const { hours, free } = usages[usage];
  const all = hours.reduce((sum: number, weight) => sum + weight, 0);
  const until = [0];
  for (const weight of hours) until.push((until.at(-1) ?? 0) + weight / all);
  const seed = hash(variant, usage.length);
  const town = hash(1, 0);

  function amountOf(day: number): number {
    if (day < firstDay) return 1;
    const isFree = weekdayOf(day) >= 5 || isPublicHoliday(day);
    const varied = 1 + 0.25 * noise(seed, day * 0.7);
    const ofSeason = isHeating ? Math.max(0.05, (17 - dayTemperature(town, day)) / 9) : 1;
    return varied * ofSeason * (isFree ? free : 1);
  }

  const before = [0];
  function beforeDay(day: number): number {
    if (day <= firstDay) return day - firstDay;
    for (let next = before.length; next <= day - firstDay; next++) {
      before.push((before[next - 1] ?? 0) + amountOf(firstDay + next - 1));
    }
    return before[day - firstDay] ?? 0;
  }

  function shareOfDay(hour: number): number {
    const whole = Math.floor(hour);
    const from = until[whole] ?? 0;
    return from + ((until[whole + 1] ?? 1) - from) * (hour - whole);
  }

  return (clockMs) => {
    const day = Math.floor(clockMs / dayMs);
    return beforeDay(day) + amountOf(day) * shareOfDay(hourOf(clockMs));
  };
}

/** Cache: ten thousand meters share a few totals, so past days are summed up once instead of for each meter. */
const totals = new Map<string, Total>();
export const usageVariants = 5;

export function totalOf(usage: Usage, isHeating: boolean, variant: number): Total {
  const key = `${usage} ${isHeating} ${variant}`;
  const known = totals.get(key);
  if (known) return known;
  const total = createTotal(usage, isHeating, variant);
  totals.set(key, total);
  return total;
}
