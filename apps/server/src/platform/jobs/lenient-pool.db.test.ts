import { EventEmitter } from 'node:events';
import { Logger, run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { useTestDatabase } from '../../../test/database.ts';
import { LenientPool, patchedVersion } from './lenient-pool.ts';

type OnConnect = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

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

describe('graphile-worker alone', () => {
  /** Counts the releases of the listening connection, the only one that is acquired with a callback. */
  class CountingPool extends pg.Pool {
    releases = 0;

    override connect(): Promise<pg.PoolClient>;
    override connect(callback: OnConnect): void;
    override connect(callback?: OnConnect): unknown {
      if (!callback) return super.connect();
      return super.connect((error, client, done) =>
        callback(error, client, () => {
          this.releases += 1;
          if (this.releases === 1) done();
        }),
      );
    }
  }

  it('releases its listening connection twice when LISTEN fails while it ends', async () => {
    const { url } = await useTestDatabase();
    const pool = new CountingPool({ connectionString: url, max: 4 });
    // graphile-worker warns about pools without handlers.
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    onTestFinished(() => pool.end());
    const events: WorkerEvents = new EventEmitter();
    const listening = Promise.withResolvers<never>();
    const connected = Promise.withResolvers<void>();
    events.on('pool:listen:success', ({ client }) => {
      const query = client.query.bind(client);
      const held = (text: string) => (text.startsWith('LISTEN') ? listening.promise : query(text));
      Object.assign(client, { query: held });
      connected.resolve();
    });
    const logger = new Logger(() => () => {});
    const runner = await run({ pgPool: pool, events, logger, taskList: { none: () => {} }, noHandleSignals: true });
    await connected.promise;
    await runner.stop();
    expect(pool.releases).toBe(1);
    listening.reject(new Error('connection lost'));
    await expect.poll(() => pool.releases, { message: 'graphile-worker releases once: remove lenient-pool' }).toBe(2);
  });

  it('is pinned to the version that the patch was written for', () => {
    const pinned = manifest.dependencies['graphile-worker'];
    expect(pinned, 'read the new version, then change or remove the patch').toBe(patchedVersion);
  });
});
