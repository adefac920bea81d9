import type { EpochMs } from '../../../platform/history/history.ts';

interface Sample {
  at: EpochMs;
  value: number;
}

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The lowest and highest value of each column of pixels: no peak is lost, and the line stays short. */
function thinned(samples: readonly Sample[], columnOf: (sample: Sample) => number): Sample[] {
  const kept: Sample[] = [];
  for (const column of Map.groupBy(samples, columnOf).values()) {
    const low = column.reduce((best, each) => (each.value < best.value ? each : best));
    const high = column.reduce((best, each) => (each.value > best.value ? each : best));
    const ends = [column[0], low, high, column.at(-1)].filter((sample) => sample !== undefined);
    kept.push(...[...new Set(ends)].sort((a, b) => a.at - b.at));
  }
  return kept;
}

/** The operators of a line chart: grid lines and the line, in vectors. */
export function chartOperators(samples: readonly Sample[], span: { from: EpochMs; to: EpochMs }, frame: Frame): string {
  const { x, y, width, height } = frame;
  const values = samples.map(({ value }) => value);
  const low = values.reduce((best, value) => Math.min(best, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
  // A constant value is a line in the middle.
  const range = high - low || 1;
  const base = high === low ? low - 0.5 : low;
  const xOf = (at: EpochMs) => round(x + (width * (at - span.from)) / (span.to - span.from));
  const yOf = (value: number) => round(y + (height * (value - base)) / range);
  const grid = [0, 0.5, 1].map(
    (part) => `${x} ${round(y + height * part)} m ${x + width} ${round(y + height * part)} l S`,
  );
  const points = thinned(samples, ({ at }) => Math.floor(xOf(at)));
  const line = points.map(({ at, value }, index) => `${xOf(at)} ${yOf(value)} ${index === 0 ? 'm' : 'l'}`);
  return ['q 0.85 G 0.5 w', ...grid, 'Q', 'q 0.04 0.36 0.4 RG 1 w 1 j', ...line, 'S', 'Q'].join('\n');
}
