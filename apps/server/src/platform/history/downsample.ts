import type { Columns } from './columns.ts';
import type { Downsampled, Sample, Span } from './history.ts';

interface Bin {
  first: Sample;
  last: Sample;
  min: Sample;
  max: Sample;
}

export interface Downsampler {
  /** Blocks come in ascending order. */
  add(columns: Pick<Columns, 'at' | 'number'>): void;
  finish(): Downsampled;
}

/**
 * Least and greatest of each bin, and first and last of each run of filled bins. With n bins, m of them filled, there
 * are at most n - m + 1 runs, so that 2m + 2(n - m + 1) = 2n + 2 points are never exceeded.
 */
export function createDownsampler({ from, to }: Span, maxPoints: number): Downsampler {
  const binCount = Math.max(Math.floor((maxPoints - 2) / 2), 1);
  const binMs = (to - from) / binCount;
  const bins: (Bin | undefined)[] = new Array(binCount).fill(undefined);
  let samples: Sample[] = [];
  let count = 0;

  function add({ at, number }: Pick<Columns, 'at' | 'number'>): void {
    for (let index = 0; index < at.length; index += 1) {
      const value = number[index] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const sample = { at: at[index] ?? 0, value };
      count += 1;
      if (count <= maxPoints) samples.push(sample);
      else if (samples.length > 0) samples = [];
      const place = Math.min(Math.floor((sample.at - from) / binMs), binCount - 1);
      const bin = bins[place];
      if (!bin) {
        bins[place] = { first: sample, last: sample, min: sample, max: sample };
        continue;
      }
      bin.last = sample;
      if (value < bin.min.value) bin.min = sample;
      if (value > bin.max.value) bin.max = sample;
    }
  }

  function finish(): Downsampled {
    if (count <= maxPoints) return { samples };
    const kept: Sample[] = [];
    for (const [index, bin] of bins.entries()) {
      if (!bin) continue;
      const chosen = new Set([bin.min, bin.max]);
      if (!bins[index - 1]) chosen.add(bin.first);
      if (!bins[index + 1]) chosen.add(bin.last);
      kept.push(...[...chosen].sort((a, b) => a.at - b.at));
    }
    return { samples: kept, binMs };
  }

  return { add, finish };
}
