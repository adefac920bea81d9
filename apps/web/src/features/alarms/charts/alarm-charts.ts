import type { CategoryModel } from '../../../ui/chart/chart-model.ts';
import type { TimeRangeValue } from '../../../ui/time/time-range.ts';
import { addDays, startOfDayMs } from '../../../ui/time/zone-time.ts';

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

/** Errors at the bottom, warnings on top; categories without alarms are omitted. Undefined without any. */
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

/** Raised and resolved alarms, side by side. */
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

/** From midnight to midnight in the time zone, also on days with 23 or 25 hours. */
export function spanOfDay(day: string, zone: string): TimeRangeValue {
  return { kind: 'absolute', fromMs: startOfDayMs(day, zone), toMs: startOfDayMs(addDays(day, 1), zone) };
}
