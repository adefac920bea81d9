import { describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { connect } from './db.ts';
import { onBehalfOf } from './fair-pool.ts';

const mostOf = 4;

async function openPool() {
  const { url } = await useTestDatabase();
  const { pool, close } = connect({ url, maxConnections: 12, mostPerAccount: mostOf });
  onTestFinished(close);
  return pool;
}

describe('connections', () => {
  it('are left for other accounts, however many calls of one account hold them', async () => {
    const pool = await openPool();
    const held = await Promise.all(Array.from({ length: mostOf }, () => onBehalfOf(1, () => pool.connect())));
    const further = Array.from({ length: 20 }, () => onBehalfOf(1, () => pool.query('select 1 as n')));
    const others = await onBehalfOf(2, () => pool.query<{ n: number }>('select 2 as n'));
    expect(others.rows).toEqual([{ n: 2 }]);
    expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }]);
    expect(pool.totalCount).toBeLessThan(12);
    for (const client of held) client.release();
    expect((await Promise.all(further)).map(({ rowCount }) => rowCount)).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it('are left for others when several accounts hold all they get', async () => {
    const { url } = await useTestDatabase();
    const { pool, close } = connect({ url });
    onTestFinished(close);
    const released = Promise.withResolvers<void>();
    const hold = async () => {
      const client = await pool.connect();
      await released.promise;
      client.release();
    };
    const hostile = [1, 2, 3, 4].flatMap((account) => Array.from({ length: 12 }, () => onBehalfOf(account, hold)));
    expect((await onBehalfOf(5, () => pool.query('select 5 as n'))).rows).toEqual([{ n: 5 }]);
    expect((await pool.query('select 6 as n')).rows).toEqual([{ n: 6 }]);
    released.resolve();
    await Promise.all(hostile);
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });

  it('go to the account that holds the fewest while all of them are in use', async () => {
    const { url } = await useTestDatabase();
    const { pool, close } = connect({ url, maxConnections: 6 });
    onTestFinished(close);
    const served: number[] = [];
    const open: { account: number; release(): void }[] = [];
    const hold = (account: number) =>
      onBehalfOf(account, async () => {
        const client = await pool.connect();
        served.push(account);
        open.push({ account, release: () => client.release() });
      });
    const release = (account: number) => {
      const index = open.findIndex((held) => held.account === account);
      const [held] = open.splice(index, 1);
      held?.release();
    };
    const calls = [1, 1, 1, 2, 2, 3].map(hold);
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(6);
    await Promise.all(calls);
    // These accounts have more calls than there are connections, and one connection is left to them.
    for (const account of [4, 4, 4, 5, 5, 5]) calls.push(hold(account));
    for (const [index, account] of [3, 4, 5, 4, 5, 4].entries()) {
      release(account);
      await expect.poll(() => served.length).toBe(7 + index);
    }
    expect(served.slice(6)).toEqual([4, 5, 4, 5, 4, 5]);
    for (const account of [1, 1, 1, 2, 2, 5]) release(account);
    await Promise.all(calls);
    expect(pool.totalCount - pool.idleCount).toBe(0);
  });

  it('are never refused to a call that has one already', async () => {
    const pool = await openPool();
    const nested = async () => {
      const first = await pool.connect();
      const { rowCount } = await pool.query('select 1');
      first.release();
      return rowCount;
    };
    const calls = Array.from({ length: mostOf }, () => onBehalfOf(1, nested));
    expect(await Promise.all(calls)).toEqual([1, 1, 1, 1]);
  });

  it('come back after failures', async () => {
    const pool = await openPool();
    const failing = Array.from({ length: 30 }, () => onBehalfOf(1, () => pool.query('select nonsense')));
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
    expect((await onBehalfOf(1, () => pool.query('select 1'))).rowCount).toBe(1);
  });
});
