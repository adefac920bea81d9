import type { Formats } from '../../lib/formats.ts';
import type { ChartModel, GaugeModel, TimeSeries } from './chart-model.ts';

/** Writes a number with the wanted decimals; an unknown value is a dash. */
export function gaugeText({ decimalPlaces = null }: GaugeModel, { number }: Formats): (value: number | null) => string {
  const digits = decimalPlaces === null ? {} : { minimum: decimalPlaces, maximum: decimalPlaces };
  return (value) => (value === null ? '—' : number(value, digits));
}

/** Writes values of a chart as numbers of the language. */
export const valueText = (model: ChartModel, formats: Formats): ((value: number) => string) =>
  model.kind === 'gauge' ? gaugeText(model, formats) : (value) => formats.number(value);

/** The same for one series over time, which may be boolean. */
export const seriesText =
  ({ answers }: Pick<TimeSeries, 'answers'>, formats: Formats) =>
  (value: number) =>
    answers ? (value === 0 ? answers.no : answers.yes) : formats.number(value);
