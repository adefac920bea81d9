import type { WidgetSeries } from '@stellwerk/contract/widget';
import type { Answers, AxisLook, CategoryModel, TimeModel } from '@stellwerk/plugin/chart';
import type { KindText } from '@stellwerk/plugin/widget-web';
import { numberOf, numberPoints } from './determine.ts';
import type { ChartOptions } from './manifest.ts';

interface Span {
  fromMs: number;
  toMs: number;
  zone: string;
}

interface Lines {
  options: ChartOptions;
  series: readonly WidgetSeries[];
  labels: readonly string[];
  span: Span;
  t: KindText;
}

export const intervalMs: Record<ChartOptions['data']['interval'], number> = {
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '6h': 21_600_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
  '1mo': 2_678_400_000,
};

function lookOf({ yAxisMin, yAxisMax, dateTimeFormat, xAxisRotation, legendShow, toolbox }: ChartOptions): AxisLook {
  return {
    ends: { least: yAxisMin, most: yAxisMax },
    timeFormat: dateTimeFormat,
    labelRotation: xAxisRotation,
    legend: legendShow,
    zoom: toolbox.dataZoom,
  };
}

/** Left out points or a missing interval leave a gap; of values as they came nobody knows how often they should. */
function gapOf({ data }: ChartOptions, { binMs }: WidgetSeries): number | undefined {
  if (data.aggregate) return intervalMs[data.interval] * 1.6;
  return binMs === null ? undefined : binMs * 2;
}

/** Means of yes and no are shares, and their sums are numbers. */
const staysAnswer = ({ data }: ChartOptions) => !data.aggregate || ['min', 'max', 'latest'].includes(data.function);

/** Numbers that look like yes and no; a count may be 0 or 1, too, so they are not called so. */
const isZeroOrOne = ({ points, unit }: WidgetSeries) =>
  unit === '' && points.every(([, value]) => typeof value === 'boolean' || value === 0 || value === 1);

/** What 0 and 1 of a series are called; undefined where its values are any numbers. */
function answersOf({ options, series, t }: Lines): (each: WidgetSeries) => Answers | undefined {
  const words = { no: t('no'), yes: t('yes') };
  const areDigits = !options.data.aggregate && series.every(isZeroOrOne);
  return ({ valueType }) => {
    if (valueType === 'boolean') return staysAnswer(options) ? words : undefined;
    return areDigits ? { no: '0', yes: '1' } : undefined;
  };
}

/** Lines, and bars of values as they came, which stand wherever they were measured. */
export function timeModel(lines: Lines): TimeModel {
  const { options, series, labels, span } = lines;
  const isBar = options.chartType === 'bar';
  const answerOf = answersOf(lines);
  const answers = series.map(answerOf);
  return {
    kind: 'time',
    series: series.map((each, index) => {
      const isAnswer = answers[index] !== undefined;
      return {
        name: labels[index] ?? '',
        unit: each.unit,
        points: numberPoints(each.points),
        // Between yes and no there is nothing.
        shape: isBar ? 'bar' : isAnswer ? 'step' : options.lineShape,
        smooth: options.lineSmooth && !isAnswer,
        gapAfterMs: isBar ? undefined : gapOf(options, each),
        answers: answers[index],
      };
    }),
    ...span,
    ...lookOf(options),
    stacked: options.stacked && !answers.some(Boolean),
  };
}

/** One bar an interval; intervals without a value keep their place. */
function startsOf(series: readonly WidgetSeries[], stepMs: number): number[] {
  const found = [...new Set(series.flatMap(({ points }) => points.map(([atMs]) => atMs)))].sort((a, b) => a - b);
  return found.flatMap((startMs, index) => {
    const before = found[index - 1];
    // Days and months differ in length, so what lies between two bars is counted and divided, not added up.
    const steps = before === undefined ? 1 : Math.max(1, Math.round((startMs - before) / stepMs));
    const from = before ?? startMs;
    return Array.from({ length: steps }, (_, step) => Math.round(from + ((startMs - from) * (step + 1)) / steps));
  });
}

export function barModel({ options, series, labels, span }: Lines): CategoryModel {
  const startsMs = startsOf(series, intervalMs[options.data.interval]);
  return {
    kind: 'bar',
    categories: [],
    startsMs,
    zone: span.zone,
    series: series.map(({ unit, points }, index) => {
      const values = new Map(points);
      return {
        name: labels[index] ?? '',
        unit,
        values: startsMs.map((startMs) => numberOf(values.get(startMs) ?? null)),
      };
    }),
    stacked: options.stacked,
    ...lookOf(options),
  };
}
