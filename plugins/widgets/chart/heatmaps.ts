import { wallMs } from '@stellwerk/contract/core/zone-time';
import type { WidgetSeries } from '@stellwerk/contract/widget';
import type { HeatmapModel } from '@stellwerk/plugin/chart';
import { determine, type NumberPoint, numberPoints } from './determine.ts';
import type { ChartOptions } from './manifest.ts';

const dayMs = 86_400_000;
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

interface Field {
  columns: readonly string[];
  rows: readonly string[];
  /** Column and row of a value, from its local time. */
  placeOf: (wall: number, seriesIndex: number) => readonly [column: number, row: number];
}

interface HeatmapInput {
  options: ChartOptions;
  series: readonly WidgetSeries[];
  labels: readonly string[];
  span: { fromMs: number; toMs: number; zone: string };
  locale: string;
}

const hourOf = (wall: number) => Math.floor((wall % dayMs) / 3_600_000);
const dayOf = (wall: number) => Math.floor(wall / dayMs);

/** Local times are encoded as if they were UTC, so they are formatted as UTC. */
const format = (locale: string, look: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...look, timeZone: 'UTC' });

/** Monday first; 5 January 1970 was a Monday. */
function byWeekday(locale: string): Field {
  const name = format(locale, { weekday: 'short' });
  return {
    columns: hours,
    rows: Array.from({ length: 7 }, (_, day) => name.format((day + 4) * dayMs)),
    placeOf: (wall) => [hourOf(wall), (dayOf(wall) + 3) % 7],
  };
}

/** Days from the first to the last measurement, without gaps. */
function daysIn(walls: Iterable<number>, locale: string): { first: number; names: string[] } {
  const found = [...new Set([...walls].map(dayOf))].sort((left, right) => left - right);
  const [first = 0, last = first - 1] = [found[0], found.at(-1)];
  const name = format(locale, { day: 'numeric', month: 'numeric' });
  return { first, names: Array.from({ length: last - first + 1 }, (_, index) => name.format((first + index) * dayMs)) };
}

type FieldOf = (walls: Iterable<number>, labels: readonly string[], locale: string) => Field;

const fields: Record<ChartOptions['heatmap']['layout'], FieldOf> = {
  weekdayByHour: (_walls, _labels, locale) => byWeekday(locale),
  dayByHour: (walls, _labels, locale) => {
    const { first, names } = daysIn(walls, locale);
    return { columns: hours, rows: names, placeOf: (wall) => [hourOf(wall), dayOf(wall) - first] };
  },
  seriesByDay: (walls, labels, locale) => {
    const { first, names } = daysIn(walls, locale);
    return { columns: names, rows: labels, placeOf: (wall, index) => [dayOf(wall) - first, index] };
  },
};

/**
 * Reduces all values of a cell to one number. Cells follow the viewer's time zone: the repeated hour of a clock change
 * contains the values of both, the skipped hour stays empty.
 */
export function heatmapModel({ options, series, labels, span, locale }: HeatmapInput): HeatmapModel {
  const { valueDetermination, layout, lowest, highest } = options.heatmap;
  const lines = series.map(({ points }) => numberPoints(points));
  // Series share their times, and converting them to local time is slow.
  const walls = new Map<number, number>();
  for (const [atMs] of lines.flat()) if (!walls.has(atMs)) walls.set(atMs, wallMs(atMs, span.zone));
  const { columns, rows, placeOf } = fields[layout](walls.values(), labels, locale);
  const places = new Map<number, NumberPoint[]>();
  lines.forEach((points, index) => {
    for (const point of points) {
      const [column, row] = placeOf(walls.get(point[0]) ?? 0, index);
      const place = row * columns.length + column;
      const there = places.get(place);
      if (there) there.push(point);
      else places.set(place, [point]);
    }
  });
  const units = new Set(series.map(({ unit }) => unit));
  return {
    kind: 'heatmap',
    columns,
    rows,
    cells: rows.flatMap((_, row) =>
      columns.map((_name, column) => {
        const value = determine(places.get(row * columns.length + column) ?? [], valueDetermination);
        return [column, row, value] as const;
      }),
    ),
    unit: units.size === 1 ? [...units][0] : undefined,
    lowest,
    highest,
    legend: options.legendShow,
  };
}
