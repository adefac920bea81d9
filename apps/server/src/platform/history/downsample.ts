import type { Values } from './columns.ts';
import type { Downsampled, Sample, Span } from './history.ts';

interface Bin {
  first: Sample;
  last: Sample;
  min: Sample;
  max: Sample;
}

export interface Downsampler {
  /** Blocks must be added in ascending order. */
  add(columns: Pick<Values, 'at' | 'number'>): void;
  finish(): Downsampled;
}

const binCountOf = (maxPoints: number) => Math.max(Math.floor((maxPoints - 2) / 2), 1);

export const binWidthMs = ({ from, to }: Span, maxPoints: number) => (to - from) / binCountOf(maxPoints);

/**
 * Keeps the minimum and maximum of each bin, and the first and last point of each run of filled bins. With n bins, m of
 * them filled, there are at most n - m + 1 runs, so that 2m + 2(n - m + 1) = 2n + 2 points are never exceeded.
 */
export function createDownsampler(span: Span, maxPoints: number): Downsampler {
  const { from } = span;
  const binCount = binCountOf(maxPoints);
  const binMs = binWidthMs(span, maxPoints);
  const bins: (Bin | undefined)[] = new Array(binCount).fill(undefined);
  let samples: Sample[] = [];
  let count = 0;

  function add({ at: times, number }: Pick<Values, 'at' | 'number'>): void {
    for (let index = 0; index < times.length; index += 1) {
      const value = number[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const at = times[index] ?? 0;
      count += 1;
      if (count <= maxPoints) samples.push({ at, value });
      else if (samples.length > 0) samples = [];
      const place = Math.min(Math.floor((at - from) / binMs), binCount - 1);
      const bin = bins[place];
      if (!bin) {
        const sample = { at, value };
        bins[place] = { first: sample, last: { ...sample }, min: sample, max: sample };
        continue;
      }
      // Most points change neither minimum nor maximum, so no object is allocated for them.
      bin.last.at = at;
      bin.last.value = value;
      if (value < bin.min.value) bin.min = { at, value };
      if (value > bin.max.value) bin.max = { at, value };
    }
  }

  function finish(): Downsampled {
    if (count <= maxPoints) return { samples };
    const kept: Sample[] = [];
    for (const [index, bin] of bins.entries()) {
      if (!bin) continue;
      const chosen = [bin.min, bin.max];
      if (!bins[index - 1]) chosen.push(bin.first);
      if (!bins[index + 1]) chosen.push(bin.last);
      chosen.sort((a, b) => a.at - b.at);
      for (const sample of chosen) {
        // A series has one point per time, but the minimum may be the first point as well.
        if (sample.at !== kept.at(-1)?.at) kept.push(sample);
      }
    }
    return { samples: kept, binMs };
  }

  return { add, finish };
}
