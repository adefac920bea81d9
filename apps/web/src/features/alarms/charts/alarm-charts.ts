import type { CategoryModel } from '../../../ui/chart/chart-model.ts';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { startOfDayMs } from '../../../ui/time/zone-time.ts';

export interface CategoryCount {
  category: string;
  error: number;
  warning: number;
}

export interface DayCount {
  day: string;
  created: number;
  resolved: number;
}

/** Errors below, warnings upon them; categories without any are left out. Without a model there is nothing to draw. */
export function categoryModel(
  counts: readonly CategoryCount[],
  names: { category: (category: string) => string; error: string; warning: string },
): { model: CategoryModel | undefined; categories: string[] } {
  const some = counts.filter(({ error, warning }) => error + warning > 0);
  const categories = some.map(({ category }) => category);
  if (some.length === 0) return { model: undefined, categories };
  const model: CategoryModel = {
    kind: 'bar',
    stacked: true,
    categories: categories.map(names.category),
    series: [
      { name: names.error, status: 'error', values: some.map(({ error }) => error) },
      { name: names.warning, status: 'warning', values: some.map(({ warning }) => warning) },
    ],
  };
  return { model, categories };
}

/** What came and what went, side by side. */
export function dayModel(
  counts: readonly DayCount[],
  names: { day: (day: string) => string; created: string; resolved: string },
): CategoryModel | undefined {
  if (counts.every(({ created, resolved }) => created + resolved === 0)) return undefined;
  return {
    kind: 'bar',
    categories: counts.map(({ day }) => names.day(day)),
    series: [
      { name: names.created, colour: 2, values: counts.map(({ created }) => created) },
      { name: names.resolved, colour: 1, values: counts.map(({ resolved }) => resolved) },
    ],
  };
}

/** From midnight to midnight on the clock of the zone, also where the day has 23 or 25 hours. */
export function spanOfDay(day: string, zone: string): TimeRangeValue {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = (dayOfMonth: number) => startOfDayMs({ year, month: month - 1, day: dayOfMonth }, zone);
  return { kind: 'absolute', fromMs: at(date), toMs: at(date + 1) };
}
