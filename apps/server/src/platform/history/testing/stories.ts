import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '../history.ts';
import { type Action, type Story, stories } from './arbitrary.ts';
import { createReference, type Reference } from './reference.ts';
import { dayMs, type Suite } from './suite.ts';

const numberOf = (value: JsonValue) =>
  typeof value === 'number' || typeof value === 'boolean' ? Number(value) : Number.NaN;

/** 15 random stories per run of writing, replaying, packing and killing, compared with the naive reference. */
export function testStories(suite: Suite, runs: number): void {
  const { history, killPackAt, newSeries, write, everything } = suite;

  async function perform(story: Story, action: Action, reference: Reference): Promise<void> {
    if (action.do === 'prepare') return history().ensurePartitions(story.firstDay);
    if (action.do === 'write') {
      const batch = story.batches[action.batch] ?? [];
      await write(batch);
      reference.write(batch);
      return;
    }
    killPackAt(action.killAtStep);
    const packed = history().pack(story.firstDay + action.day * dayMs);
    // With few steps packing finishes before it is killed; both cases are fine.
    if (action.killAtStep === undefined) await packed;
    else await packed.catch((error: unknown) => expect(String(error)).toContain('killed'));
    killPackAt(undefined);
  }

  async function compare({ query }: Story, ids: number[], reference: Reference): Promise<void> {
    for (const series of ids) expect(await everything(series)).toEqual(reference.all(series));
    for (const fn of new Set([query.fn, 'median'] as const)) {
      const buckets = { series: ids, ...query, fn };
      expect(await history().buckets(buckets)).toEqual(reference.buckets(buckets));
    }
    // A line short enough not to be downsampled contains all of its numbers, in order.
    const line = { series: ids[0] ?? 0, from: query.from, to: query.to, maxPoints: 1_000 };
    const points = reference.range({ ...line, limit: 1_000, order: 'ascending' });
    expect((await history().downsample(line)).samples).toEqual(
      points.flatMap(({ at, value }) =>
        typeof value === 'number' || typeof value === 'boolean' ? [{ at, value: Number(value) }] : [],
      ),
    );
    for (const order of ['ascending', 'descending'] as const) {
      const range = { series: ids[0] ?? 0, from: query.from, to: query.to, limit: 7, order };
      expect(await history().range(range)).toEqual(reference.range(range));
    }
    for (const [place, series] of ids.entries()) {
      // Compares the newest values of the span, some or all of them.
      const columns = { series, from: query.from, to: query.to, limit: place === 0 ? 7 : 1_000 };
      const wanted = reference.range({ ...columns, order: 'descending' }).reverse();
      const { at, number, values } = await history().columns(columns);
      expect([...at]).toEqual(wanted.map((point) => point.at));
      expect(values ?? [...number]).toEqual(wanted.map(({ value }) => value));
      expect([...number]).toEqual(wanted.map(({ value }) => numberOf(value)));
      const summary = { series, from: query.from, to: query.to, median: query.fn === 'median' };
      expect(await history().summarise(summary)).toEqual(reference.summarise(summary));
    }
    const newest = await history().latest(ids, 5);
    for (const series of ids) expect(newest.get(series) ?? []).toEqual(reference.all(series).reverse().slice(0, 5));
  }

  it(
    'answers like the naive reference, whatever is late, doubled, packed or killed',
    async () => {
      const places = [0, 1, 2];
      await fc.assert(
        fc.asyncProperty(stories(places), async (told) => {
          // Each run uses new series, so that it cannot see points of the previous run.
          const ids = places.map(newSeries);
          const batches = told.batches.map((batch) =>
            batch.map((point) => ({ ...point, series: ids[point.series] ?? 0 })),
          );
          const story = { ...told, batches };
          const reference = createReference();
          for (const action of story.actions) await perform(story, action, reference);
          await compare(story, ids, reference);
          const replay: Action[] = batches.flatMap((_, batch) => [
            { do: 'write', batch },
            { do: 'write', batch },
          ]);
          for (const action of replay) await perform(story, action, reference);
          await compare(story, ids, reference);
        }),
        { numRuns: 15 * runs },
      );
    },
    60_000 + runs * 60_000,
  );
}
