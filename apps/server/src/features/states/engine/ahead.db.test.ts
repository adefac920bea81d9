import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestTwin } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { lockNewest } from '../../../ingest/newest/index.ts';
import { createStateFixture, type StateFixture } from '../testing/states.fixture.ts';
import { createStateCache, type StateCache } from './cache.ts';
import type { ValueUpdate } from './value.ts';
import type { CachedWork } from './values.ts';
import { OutdatedError } from './write-set.ts';

let server: TestServer;
let fixture: StateFixture;
let twin: TestTwin;
let cache: StateCache;
beforeAll(async () => {
  server = await startTestServer();
  fixture = createStateFixture(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  twin = await server.make.twin();
  cache = createStateCache();
});

const begin = (...updates: ValueUpdate[]): CachedWork => {
  const work = fixture.values.begin(fixture.db, cache);
  if (updates.length > 0) work.add(updates);
  return work;
};
const commit = (work: CachedWork) => fixture.db.transaction((tx) => work.apply(tx));

/** Writes the work, then rolls the transaction back. */
async function fail(work: CachedWork): Promise<void> {
  const broken = fixture.db.transaction(async (tx) => {
    await work.apply(tx);
    throw new Error('the database went away');
  });
  await expect(broken).rejects.toThrow('went away');
}

const newestOf = async (stateId: number) => (await fixture.read(stateId)).value;

/** Two states and their mean, all of them cached. */
async function makeMean() {
  const { state, update } = fixture;
  const [one, other] = [await state(twin), await state(twin)];
  const mean = await state(twin, {
    config: { source: 'aggregate', stateIds: [one, other] },
    transformer: 'return (value[0] + value[1]) / 2',
  });
  await commit(begin(update(one, 10, 0), update(other, 10, 0)));
  return { one, other, mean };
}

describe('values that are computed before their turn', () => {
  it('follow from those before them, whatever is written first', async () => {
    const { one, other, mean } = await makeMean();
    const { update } = fixture;
    const first = begin(update(one, 20, 1));
    const second = begin(update(other, 40, 1));
    first.add([update(one, 30, 2)]);
    expect((await commit(first)).applied.map(({ value }) => value)).toEqual([20, 15, 30, 20]);
    expect((await commit(second)).applied.map(({ value }) => value)).toEqual([40, 35]);
    expect(await newestOf(mean)).toBe(35);
    expect(await fixture.history(mean)).toEqual([
      [0, 10],
      [1, 15],
      [2, 35],
    ]);
  });

  it('are forgotten together with those that they followed from', async () => {
    const { one, other, mean } = await makeMean();
    const { update } = fixture;
    const first = begin(update(one, 20, 1));
    const second = begin(update(other, 40, 1));
    await fail(first);
    await expect.poll(() => cache.graph.node(mean)?.value).toBe(30);
    await second.discard();
    await first.discard();
    expect(cache.graph.node(mean)?.value).toBe(10);
    await commit(begin(update(other, 50, 1)));
    expect(await newestOf(one)).toBe(10);
    expect(await newestOf(mean)).toBe(30);
    expect(await fixture.history(mean)).toEqual([
      [0, 10],
      [1, 30],
    ]);
  });

  it('are not written when somebody else has changed a state meanwhile', async () => {
    const { one, mean } = await makeMean();
    const { update, apply } = fixture;
    const first = begin(update(one, 20, 2));
    const second = begin(update(one, 40, 3));
    await apply(update(one, 100, 1));
    await expect(commit(first)).rejects.toBeInstanceOf(OutdatedError);
    await second.discard();
    await first.discard();
    cache.outdate([one, mean]);
    await commit(begin(update(one, 60, 4)));
    expect(await newestOf(mean)).toBe(35);
  });

  it('fail with what the database said of the update, although their history is behind it, and can come again', async () => {
    const { one, mean } = await makeMean();
    const { update } = fixture;
    const work = begin(update(one, 20, 1));
    await fixture.db.transaction(async (holder) => {
      await lockNewest(holder, sql`array[${one}::bigint]`);
      const hasty = fixture.db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '50ms'`);
        await work.apply(tx);
      });
      // The error must be lock_not_available; a later one would only say that the transaction has failed.
      await expect(hasty).rejects.toMatchObject({ cause: { code: '55P03' } });
    });
    await work.discard();
    expect(await newestOf(one)).toBe(10);
    await commit(begin(update(one, 30, 2)));
    expect(await newestOf(mean)).toBe(20);
    expect(await fixture.history(one)).toEqual([
      [0, 10],
      [2, 30],
    ]);
  });

  it('wait for their turn where they look at a past that is not written yet', async () => {
    const { state, update, read } = fixture;
    const source = await state(twin);
    const timeseries = { stateId: source, operation: 'sum' as const, zone: 'UTC' };
    const sum = await state(twin, { config: { source: 'timeseries-aggregate', timeseries } });
    await commit(begin(update(source, 1, 0)));
    const first = begin(update(source, 2, 10));
    const second = begin(update(source, 4, 20));
    await fixture.db.transaction(async (tx) => {
      await first.apply(tx);
      expect(cache.graph.node(source)?.value).toBe(2);
    });
    expect((await read(sum)).value).toBe(3);
    await commit(second);
    expect((await read(sum)).value).toBe(7);
  });
});
