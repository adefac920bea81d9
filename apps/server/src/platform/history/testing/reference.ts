import type { Bucket, BucketQuery, EpochMs, HistoryPoint, RangeQuery, Summary, SummaryQuery } from '../history.ts';

/** A naive in-memory history without optimizations. Adapters are compared with it. */
export interface Reference {
  write(points: readonly HistoryPoint[]): void;
  all(series: number): HistoryPoint[];
  range(query: RangeQuery): HistoryPoint[];
  buckets(query: BucketQuery): Map<number, Bucket[]>;
  summarise(query: SummaryQuery): Summary;
}

const quarterMs = 900_000;
const sourceOrder = ['live', 'manual', 'rederived'];

const formats = new Map<string, Intl.DateTimeFormat>();
const walls = new Map<string, Date>();
const starts = new Map<string, EpochMs>();

/** The wall clock of a zone at a quarter of an hour, as a date whose UTC fields show that time. */
function wallAt(zone: string, quarter: EpochMs): Date {
  const key = `${zone} ${quarter}`;
  const known = walls.get(key);
  if (known) return known;
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields });
  formats.set(zone, format);
  const part = Object.fromEntries(format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = part;
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute));
  walls.set(key, wall);
  return wall;
}

/** Two quarters of an hour with the same label belong to the same bucket. */
function labelAt({ interval, zone, firstWeekday = 1 }: BucketQuery, quarter: EpochMs): string {
  const wall = wallAt(zone, quarter);
  const date = wall.toISOString().slice(0, 10);
  if (interval === '6h') return `${date} ${Math.floor(wall.getUTCHours() / 6)}`;
  if (interval === '1mo') return date.slice(0, 7);
  if (interval !== '1w') return date;
  const daysIntoWeek = (wall.getUTCDay() - firstWeekday + 7) % 7;
  return new Date(wall.getTime() - daysIntoWeek * 86_400_000).toISOString().slice(0, 10);
}

/** Goes back quarter by quarter to the start of the bucket. */
function startOf(query: BucketQuery, at: EpochMs): EpochMs {
  const { interval, zone } = query;
  if (interval === '5m') return at - (at % 300_000);
  let quarter = at - (at % quarterMs);
  if (interval === '15m') return quarter;
  if (interval === '1h') {
    while (wallAt(zone, quarter).getUTCMinutes() !== 0) quarter -= quarterMs;
    return quarter;
  }
  const key = [interval, zone, query.firstWeekday, quarter].join();
  const known = starts.get(key);
  if (known !== undefined) return known;
  const label = labelAt(query, quarter);
  while (labelAt(query, quarter - quarterMs) === label) quarter -= quarterMs;
  starts.set(key, quarter);
  return quarter;
}

function reduce(fn: BucketQuery['fn'], points: readonly HistoryPoint[]): Bucket['value'] | undefined {
  const values = points.map((point) => point.value).filter((value) => value !== null);
  if (values.length === 0) return undefined;
  if (fn === 'count') return values.length;
  if (fn === 'first') return values[0];
  if (fn === 'latest') return values.at(-1);
  const numbers = values.flatMap((value) =>
    typeof value === 'number' || typeof value === 'boolean' ? [Number(value)] : [],
  );
  if (numbers.length === 0) return undefined;
  const sum = numbers.reduce((total, value) => total + value, 0);
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = [
    sorted[Math.floor((sorted.length - 1) / 2)] ?? 0,
    sorted[Math.floor(sorted.length / 2)] ?? 0,
  ] as const;
  if (fn === 'median') return (middle[0] + middle[1]) / 2;
  return { sum, avg: sum / numbers.length, min: sorted[0], max: sorted.at(-1) }[fn];
}

function summaryOf(points: readonly HistoryPoint[], median: boolean): Summary {
  const values = points.filter(({ value }) => value !== null);
  const numbers = values.filter(({ value }) => typeof value === 'number' || typeof value === 'boolean');
  const of = (fn: BucketQuery['fn']) => (numbers.length === 0 ? null : Number(reduce(fn, numbers)));
  const end = (point: HistoryPoint | undefined) => (point ? { at: point.at, value: point.value } : null);
  return {
    count: values.length,
    numericCount: numbers.length,
    sum: of('sum') ?? 0,
    min: of('min'),
    max: of('max'),
    median: median ? of('median') : null,
    first: end(values[0]),
    last: end(values.at(-1)),
  };
}

function isLater(a: HistoryPoint, b: HistoryPoint): boolean {
  if (a.shard !== b.shard) return a.shard > b.shard;
  if (a.seq !== b.seq) return a.seq > b.seq;
  return sourceOrder.indexOf(a.source) > sourceOrder.indexOf(b.source);
}

export function createReference(): Reference {
  const stored = new Map<number, Map<EpochMs, HistoryPoint>>();

  const all = (series: number) => [...(stored.get(series)?.values() ?? [])].sort((a, b) => a.at - b.at);
  const within = (series: number, from: EpochMs, to: EpochMs) => all(series).filter(({ at }) => at >= from && at < to);

  return {
    all,
    write(points) {
      for (const point of points) {
        const times = stored.get(point.series) ?? new Map<EpochMs, HistoryPoint>();
        stored.set(point.series, times);
        const other = times.get(point.at);
        if (!other || isLater(point, other)) times.set(point.at, point);
      }
    },
    range({ series, from, to, limit, order }) {
      const points = within(series, from, to);
      return (order === 'ascending' ? points : points.reverse()).slice(0, limit);
    },
    buckets(query) {
      const answer = new Map<number, Bucket[]>();
      for (const series of query.series) {
        const groups = Map.groupBy(within(series, query.from, query.to), (point) => startOf(query, point.at));
        const buckets = [...groups].flatMap(([start, points]) => {
          const value = reduce(query.fn, points);
          return value === undefined ? [] : [{ start, value }];
        });
        if (buckets.length > 0) answer.set(series, buckets);
      }
      return answer;
    },
    summarise: ({ series, from, to, median = false }) => summaryOf(within(series, from, to), median),
  };
}
