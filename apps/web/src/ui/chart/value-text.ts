import type { Formats } from '../../lib/formats.ts';
import type { ChartModel } from './chart-model.ts';

/** How values of a chart are written: as numbers of the language, or as yes and no. */
export function valueText(model: ChartModel, { number }: Formats): (value: number) => string {
  const answers = model.kind === 'time' ? model.answers : undefined;
  return (value) => (answers ? (value === 0 ? answers.no : answers.yes) : number(value));
}
