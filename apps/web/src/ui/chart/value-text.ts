import type { Formats } from '../../lib/formats.ts';
import type { ChartModel, GaugeModel } from './chart-model.ts';

/** A number with so many decimals, as many as are wanted; nothing known is a dash. */
export function gaugeText({ decimalPlaces = null }: GaugeModel, { number }: Formats): (value: number | null) => string {
  const digits = decimalPlaces === null ? {} : { minimum: decimalPlaces, maximum: decimalPlaces };
  return (value) => (value === null ? '—' : number(value, digits));
}

/** How values of a chart are written: as numbers of the language, or as yes and no. */
export function valueText(model: ChartModel, formats: Formats): (value: number) => string {
  if (model.kind === 'gauge') return gaugeText(model, formats);
  const answers = model.kind === 'time' ? model.answers : undefined;
  return (value) => (answers ? (value === 0 ? answers.no : answers.yes) : formats.number(value));
}
