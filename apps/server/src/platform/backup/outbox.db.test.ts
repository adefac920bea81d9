import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { systemClock } from '../clock/clock.ts';
import type { Database } from '../db/db.ts';
import { createLog } from '../log/log.ts';
import { dropParked } from '../outbox/held.store.ts';
import { type OutboxEntry, putOutbox } from '../outbox/outbox.store.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { RestoreOptions } from './restore.ts';
import { backup, restore, useFolder } from './testing/archive.ts';
import { useEmptyDatabase } from './testing/empty-database.ts';

const entry = (n: number, target = 'webhook:1'): OutboxEntry => ({ target, key: 'k', kind: 'test', payload: n });

let file: string;
/** An archive with two deliveries that wait, one that failed before, and one that was given up. */
beforeEach(async () => {
  const source = await useTestDatabase();
  const dataDir = await useFolder();
  file = join(dataDir, 'all.tar.gz');
  await putOutbox(source.db, [entry(1), entry(2), entry(3, 'slow'), entry(4, 'given up')]);
  await source.pool.query(`update outbox set waiting = true, attempts = 2, last_error = '{"code":"NETWORK_ERROR","params":{}}'
    where target = 'slow'`);
  await source.pool.query(`update outbox set waiting = true, parked_at = now(), last_error = '{"code":"NETWORK_ERROR","params":{}}'
    where target = 'given up'`);
  await backup({ url: source.url, dataDir, file });
});

async function restored(options: Partial<RestoreOptions> = {}) {
  const target: Database = await useEmptyDatabase();
  const result = await restore({ url: target.url, dataDir: await useFolder(), file, ...options });
  return { target, result };
}

/** Delivers what it may, then one more entry, so that it is known to have looked at everything. */
async function deliver(database: Database): Promise<{ outbox: Outbox; delivered: unknown[] }> {
  const delivered: unknown[] = [];
  const outbox = createOutbox({
    database,
    log: createLog('silent'),
    clock: systemClock,
    deliverers: {
      test: async (batch) => {
        delivered.push(...batch.map(({ payload }) => payload));
        return batch.map(() => 'delivered' as const);
      },
    },
  });
  await outbox.start();
  onTestFinished(() => outbox.stop());
  await putOutbox(database.db, [entry(9), entry(9, 'slow')]);
  await expect.poll(() => delivered.filter((payload) => payload === 9).length).toBe(2);
  return { outbox, delivered };
}

describe('a restored copy', () => {
  it('sends nothing that was in the outbox until somebody decides, whatever comes after it', async () => {
    const { target, result } = await restored();
    expect(result.outbox).toEqual({ count: 3, choice: 'hold' });
    const { outbox, delivered } = await deliver(target);
    expect(delivered).toEqual([9, 9]);
    expect(await outbox.held.read(target.db)).toEqual({ count: 3, oldestAt: expect.any(Date) });
  });

  it('sends it in its order when told to, and not what had been given up before', async () => {
    const { target } = await restored();
    const { outbox, delivered } = await deliver(target);
    delivered.length = 0;
    expect(await outbox.held.send(target.db)).toBe(3);
    await expect.poll(() => [...delivered].sort()).toEqual([1, 2, 3]);
    expect(delivered.filter((payload) => payload !== 3)).toEqual([1, 2]);
    expect(await outbox.held.read(target.db)).toEqual({ count: 0, oldestAt: null });
    expect((await outbox.stats()).parked).toBe(1);
  });

  it('forgets it when told to', async () => {
    const { target } = await restored();
    const { outbox, delivered } = await deliver(target);
    expect((await outbox.held.discard(target.db)).count).toBe(3);
    expect(await outbox.held.read(target.db)).toEqual({ count: 0, oldestAt: null });
    expect(delivered).toEqual([9, 9]);
    expect((await outbox.stats()).parked).toBe(1);
  });

  it('keeps it for longer than what was given up', async () => {
    const { target } = await restored();
    const { outbox } = await deliver(target);
    await dropParked(target.db, new Date(Date.now() + 86_400_000));
    expect((await outbox.held.read(target.db)).count).toBe(3);
    expect((await outbox.stats()).parked).toBe(3);
  });

  it.each([
    ['send', [1, 2, 3, 9, 9]],
    ['discard', [9, 9]],
  ] as const)('follows the operator who chooses %s at the restore', async (choice, expected) => {
    const asked: number[] = [];
    const decideOutbox = (count: number) => {
      asked.push(count);
      return choice;
    };
    const { target, result } = await restored({ decideOutbox });
    expect([asked, result.outbox]).toEqual([[3], { count: 3, choice }]);
    const { outbox, delivered } = await deliver(target);
    expect([...delivered].sort()).toEqual(expected);
    expect((await outbox.held.read(target.db)).count).toBe(0);
  });
});
