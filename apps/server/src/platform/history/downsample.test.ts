import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDownsampler } from './downsample.ts';

const times = fc.oneof(
  fc.uniqueArray(fc.integer({ min: 0, max: 100_000 }), { maxLength: 300 }),
  // Clusters with long gaps between them.
  fc
    .tuple(fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 6 }), fc.integer({ min: 1, max: 60 }))
    .map(([starts, length]) =>
      starts.flatMap((start) => Array.from({ length }, (_, index) => start * 5_000 + index * 3)),
    ),
);
const lines = fc
  .tuple(times, fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 20 }))
  .map(([at, values]) => {
    const sorted = at.toSorted((a, b) => a - b);
    return { at: sorted, number: sorted.map((_, index) => values[index % values.length] ?? 0) };
  });

it('keeps within its limit and loses no extreme, no end and no edge of a gap', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 4, max: 60 }), ({ at, number }, maxPoints) => {
      const from = at[0] ?? 0;
      const to = (at.at(-1) ?? 0) + 1;
      const downsampler = createDownsampler({ from, to }, maxPoints);
      const half = Math.floor(at.length / 2);
      downsampler.add({ at: at.slice(0, half), number: number.slice(0, half) });
      downsampler.add({ at: at.slice(half), number: number.slice(half) });
      const { samples, binMs } = downsampler.finish();
      const all = at.map((time, index) => ({ at: time, value: number[index] }));
      if (at.length <= maxPoints) {
        expect({ samples, binMs }).toEqual({ samples: all, binMs: undefined });
        return;
      }
      const kept = new Set(samples.map((sample) => sample.at));
      expect(samples.length).toBeLessThanOrEqual(maxPoints);
      expect(samples).toEqual(all.filter((sample) => kept.has(sample.at)));
      const values = samples.map((sample) => sample.value);
      expect([Math.min(...values), Math.max(...values)]).toEqual([Math.min(...number), Math.max(...number)]);
      expect([samples[0], samples.at(-1)]).toEqual([all[0], all.at(-1)]);
      for (const [index, time] of at.entries()) {
        if (time - (at[index - 1] ?? time) <= 2 * (binMs ?? 0)) continue;
        expect([kept.has(at[index - 1] ?? -1), kept.has(time)]).toEqual([true, true]);
      }
      for (const [index, { at: time }] of samples.entries()) {
        const before = samples[index - 1]?.at ?? time;
        if (time - before > 2 * (binMs ?? 0)) expect(at.filter((other) => other > before && other < time)).toEqual([]);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('leaves out what is no number', () => {
  const downsampler = createDownsampler({ from: 0, to: 4 }, 10);
  downsampler.add({ at: [0, 1, 2, 3], number: [1, Number.NaN, 3, Number.NaN] });
  expect(downsampler.finish()).toEqual({
    samples: [
      { at: 0, value: 1 },
      { at: 2, value: 3 },
    ],
  });
});
