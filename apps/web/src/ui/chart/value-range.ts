import type { TimeModel, ValueRange } from './chart-model.ts';

/** The next number of the form 1, 2 or 5 times a power of ten. */
export function niceStep(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= size * 0.999_999) ?? 10;
  return factor * power;
}

/** Removes rounding errors of binary fractions. */
export const roundTo = (value: number, step: number) => Number((Math.round(value / step) * step).toPrecision(12));

/** The finest step of a movable line: about one pixel, as a round number. */
export const moveStep = ({ least, most }: ValueRange) => niceStep((most - least) / 200);

const smallestScale = 1e-6;

/**
 * An axis that contains the values, the marks and the movable lines, with some space beyond the outermost line so that
 * it can be moved further.
 */
export function valueRangeOf(model: Pick<TimeModel, 'series' | 'marks'>, lines: readonly number[]): ValueRange {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const take = (value: number | null) => {
    if (value === null) return;
    least = Math.min(least, value);
    most = Math.max(most, value);
  };
  for (const { points } of model.series) for (const [, value] of points) take(value);
  for (const { value } of model.marks ?? []) take(value);
  for (const line of lines) take(line);
  if (least > most) return { least: 0, most: 1 };
  // Values that differ by less than the numeric precision count as one value with space around it.
  const scale = Math.max(Math.abs(least), Math.abs(most), smallestScale);
  const isOne = most - least < scale * 1e-9;
  const size = isOne ? scale : most - least;
  for (const line of lines) {
    take(line - size * 0.15);
    take(line + size * 0.15);
  }
  if (isOne) {
    take(least - size / 2);
    take(most + size / 2);
  }
  const step = niceStep((most - least) / 5);
  return { least: roundTo(Math.floor(least / step) * step, step), most: roundTo(Math.ceil(most / step) * step, step) };
}
