import type {
  Bucket,
  BucketFunction,
  BucketInterval,
  History,
  Span,
} from '../../apps/server/src/platform/history/history.ts';
import type { Influx } from '../peers/influx.ts';
import { dayMs, denseSeries, type Fleet, firstDay } from './series.ts';

/** The same query for both databases, with results in one shape: values by series and time. */
export interface Query {
  name: string;
  /** Promised upper limit, if any. */
  limitMs?: number;
  ours(history: History): Promise<number[][]>;
  theirs?(influx: Influx): Promise<number[][]>;
}

/** InfluxDB's names of the functions. */
const influxNames: Record<BucketFunction, string> = {
  avg: 'mean',
  min: 'min',
  max: 'max',
  sum: 'sum',
  count: 'count',
  first: 'first',
  latest: 'last',
  median: 'median',
};

const inSeries = (series: readonly number[]) =>
  series.length === 1 ? `s = '${series[0]}'` : `s =~ /^(${series.join('|')})$/`;

const numbersOf = (buckets: Bucket[]) => buckets.map(({ value }) => Number(value));

interface BucketCase extends Span {
  name: string;
  series: readonly number[];
  interval: BucketInterval;
  fn: BucketFunction;
  zone?: string;
  limitMs?: number;
}

function bucketQuery({ name, series, interval, fn, from, to, zone = 'UTC', limitMs }: BucketCase): Query {
  const where = `${inSeries(series)} and time >= ${from}ms and time < ${to}ms`;
  const statement = `select ${influxNames[fn]}(value) from v where ${where} group by s, time(${interval}) fill(none) tz('${zone}')`;
  return {
    name,
    ...(limitMs === undefined ? {} : { limitMs }),
    ours: async (history) => {
      const answer = await history.buckets({ from, to, series, interval, fn, zone });
      return series.map((id) => numbersOf(answer.get(id) ?? []));
    },
    theirs: async (influx) =>
      (await influx.query(statement)).map((rows) => rows.map(([, value]) => value ?? Number.NaN)),
  };
}

const functions = ['avg', 'min', 'max', 'sum', 'count', 'first', 'latest'] as const;

export function queriesOf(fleet: Fleet): Query[] {
  const [sparse, hundred, dense] = [fleet.sparse.slice(0, 1), fleet.sparse.slice(0, 100), [denseSeries]];
  const span = { from: firstDay, to: firstDay + fleet.days * dayMs };
  const common = { ...span, zone: 'Europe/Berlin' };
  return [
    bucketQuery({
      ...common,
      name: 'sparse series, 1-h means',
      series: sparse,
      interval: '1h',
      fn: 'avg',
      limitMs: 10,
    }),
    ...functions.map((fn) =>
      bucketQuery({ ...common, name: `10-s series, 1-h ${fn}`, series: dense, interval: '1h', fn, limitMs: 20 }),
    ),
    bucketQuery({
      ...common,
      name: '10-s series, 1-h median',
      series: dense,
      interval: '1h',
      fn: 'median',
      limitMs: 250,
    }),
    bucketQuery({
      ...common,
      name: '10-s series, 1-d median',
      series: dense,
      interval: '1d',
      fn: 'median',
      limitMs: 250,
    }),
    bucketQuery({ ...common, name: '100 series, 1-d means', series: hundred, interval: '1d', fn: 'avg', limitMs: 60 }),
    {
      name: '100 series, newest values',
      limitMs: 5,
      ours: async (history) => {
        const answer = await history.latest(hundred, 1);
        return hundred.map((id) => (answer.get(id) ?? []).map(({ value }) => Number(value)));
      },
      theirs: async (influx) => {
        const answer = await influx.query(`select last(value) from v where ${inSeries(hundred)} group by s`);
        return answer.map((rows) => rows.map(([, value]) => value ?? Number.NaN));
      },
    },
    bucketQuery({ ...common, name: '10-s series, 15-min means', series: dense, interval: '15m', fn: 'avg' }),
    {
      name: '10-s series, chart of 1000 points',
      ours: async (history) => {
        const { samples } = await history.downsample({ ...span, series: denseSeries, maxPoints: 1_000 });
        return [samples.map(({ value }) => value)];
      },
    },
    {
      name: '10-s series, last 50 values',
      ours: async (history) => {
        const answer = await history.latest(dense, 50);
        return [(answer.get(denseSeries) ?? []).map(({ value }) => Number(value))];
      },
      theirs: async (influx) => {
        const answer = await influx.query(`select value from v where s = '${denseSeries}' order by time desc limit 50`);
        return answer.map((rows) => rows.map(([, value]) => value ?? Number.NaN));
      },
    },
  ];
}

/** Times are only comparable if both results are equal. Series may be in another order. */
export function assertSame(name: string, ours: number[][], theirs: number[][]): void {
  const shape = (answer: number[][]) =>
    answer
      .map((values) => ({ count: values.length, sum: values.reduce((total, value) => total + value, 0) }))
      .sort((a, b) => a.sum - b.sum);
  const [left, right] = [shape(ours), shape(theirs)];
  const isSame =
    left.length === right.length &&
    left.every(({ count, sum }, index) => {
      const other = right[index];
      return other?.count === count && Math.abs(other.sum - sum) <= 1e-6 * Math.max(1, Math.abs(sum));
    });
  if (!isSame) throw new Error(`${name}: the two answers differ: ${JSON.stringify([left, right]).slice(0, 400)}`);
}
