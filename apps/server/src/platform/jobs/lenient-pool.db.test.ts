import { expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { LenientPool } from './lenient-pool.ts';

it('takes a connection back twice, and gives it to one at a time all the same', async () => {
  const { url } = await useTestDatabase();
  const pool = new LenientPool({ connectionString: url, max: 1 });
  onTestFinished(() => pool.end());
  const giveBack = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _client, done) => (error ? reject(error) : resolve(done)));
  });
  giveBack();
  const client = await pool.connect();
  giveBack();
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]);
  client.release();
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
});

it('lets a connection be given back that could not be had, as after its end', async () => {
  const { url } = await useTestDatabase();
  const pool = new LenientPool({ connectionString: url, max: 1 });
  await pool.end();
  const error = await new Promise((resolve, reject) => {
    pool.connect((error, _client, done) => {
      try {
        done();
        resolve(error);
      } catch (thrown) {
        reject(thrown);
      }
    });
  });
  expect(error).toBeInstanceOf(Error);
});
