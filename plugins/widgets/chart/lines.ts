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

/** Missing intervals leave a gap. Raw values have no known interval, so they have no gaps. */
function gapOf({ data }: ChartOptions, { binMs }: WidgetSeries): number | undefined {
  if (data.aggregate) return intervalMs[data.interval] * 1.6;
  return binMs === null ? undefined : binMs * 2;
}

/** The mean of booleans is a share and their sum a number, so these are not shown as yes and no. */
const staysAnswer = ({ data }: ChartOptions) => !data.aggregate || ['min', 'max', 'latest'].includes(data.function);

/** Numbers that are only 0 and 1 get two axis labels, but are not called yes and no, because they may be counts. */
const isZeroOrOne = ({ points, unit }: WidgetSeries) =>
  unit === '' && points.every(([, value]) => typeof value === 'boolean' || value === 0 || value === 1);

/** Labels of 0 and 1 in a series; undefined for arbitrary numbers. */
function answersOf({ options, series, t }: Lines): (each: WidgetSeries) => Answers | undefined {
  const words = { no: t('no'), yes: t('yes') };
  const areDigits = !options.data.aggregate && series.every(isZeroOrOne);
  return ({ valueType }) => {
    if (valueType === 'boolean') return staysAnswer(options) ? words : undefined;
    return areDigits ? { no: '0', yes: '1' } : undefined;
  };
}

/** Lines, and bars of raw values at their time of measurement. */
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
        // There are no values between yes and no, so the line has steps.
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

/** One bar per interval; intervals without a value stay empty. */
function startsOf(series: readonly WidgetSeries[], stepMs: number): number[] {
  const found = [...new Set(series.flatMap(({ points }) => points.map(([atMs]) => atMs)))].sort((a, b) => a - b);
  return found.flatMap((startMs, index) => {
    const before = found[index - 1];
    // Days and months differ in length, so the number of intervals between two bars is rounded.
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
