import type { Formats } from '../../lib/formats.ts';
import type { ChartModel, GaugeModel, TimeSeries } from './chart-model.ts';

/** A number with so many decimals, as many as are wanted; nothing known is a dash. */
export function gaugeText({ decimalPlaces = null }: GaugeModel, { number }: Formats): (value: number | null) => string {
  const digits = decimalPlaces === null ? {} : { minimum: decimalPlaces, maximum: decimalPlaces };
  return (value) => (value === null ? '—' : number(value, digits));
}

/** How values of a chart are written: as numbers of the language. */
export const valueText = (model: ChartModel, formats: Formats): ((value: number) => string) =>
  model.kind === 'gauge' ? gaugeText(model, formats) : (value) => formats.number(value);

/** The same of one series over time, which may be a matter of yes and no. */
export const seriesText =
  ({ answers }: Pick<TimeSeries, 'answers'>, formats: Formats) =>
  (value: number) =>
    answers ? (value === 0 ? answers.no : answers.yes) : formats.number(value);
