import { healthReady } from '@stellwerk/contract/system';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { allNewest } from '../../src/ingest/newest/testing/newest.fixture.ts';
import { startTestServer } from '../server.ts';
import { buildDevices, kill, startChild, timeout } from './fault-world.ts';

/** So long that no lease expires during the test. */
const leaseMs = 3_600_000;

it('a server is ready once it has the shards of a killed one, which it takes at once', { timeout }, async () => {
  const server = await startTestServer({ ingest: { ttlMs: leaseMs } });
  onTestFinished(server.close);
  const { pool, url } = server.database;
  const { sender, devices } = await buildDevices(server.database, 1);
  await kill(await startChild(url, leaseMs));
  const held = await pool.query('select from ingest_shards where lease_until > now()');
  expect(held.rowCount, 'the leases outlive their process').toBeGreaterThan(0);
  // The last commit of the killed process is still in progress.
  const commit = new pg.Client({ connectionString: url });
  await commit.connect();
  await commit.query('begin; select pg_advisory_xact_lock_shared(7306030, 1)');
  const starting = server.field.start();
  const isAwaited = async () =>
    (await pool.query("select from pg_locks where locktype = 'advisory' and not granted and classid = 7306030"))
      .rowCount;
  await expect.poll(isAwaited, { timeout: 30_000 }).toBe(1);
  const ready = async () => (await server.call(healthReady, {})).status;
  expect(await ready()).toBe(503);
  await commit.end();
  await starting;
  expect(await ready()).toBe(200);
  const messages = devices.map(({ externalId: id }) => ({ id, payload: { n: 7 } }));
  expect(await server.field.ingestion.accept(sender, messages)).toMatchObject({ accepted: 1 });
  await expect.poll(() => allNewest(pool), { timeout: 30_000 }).toEqual([7]);
});
