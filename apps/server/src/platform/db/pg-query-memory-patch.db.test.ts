import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { useTestDatabase } from '../../../test/database.ts';
import { withConnection } from './connection.ts';
import { patchedVersion } from './pg-query-memory-patch.ts';

it('answers, and refuses with the way that led to the question', async () => {
  const { pool } = await useTestDatabase();
  await withConnection(pool, async (client) => {
    const asked = { text: 'select $1::int as number' };
    expect((await client.query(asked, [1])).rows).toEqual([{ number: 1 }]);
    expect((await client.query(asked, [2])).rows).toEqual([{ number: 2 }]);
    expect(asked).toEqual({ text: 'select $1::int as number' });
    const refused = await client.query('select 1 / 0').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: '22012' });
    expect(refused).toHaveProperty('stack', expect.stringContaining('pg-query-memory-patch.db.test'));
  });
});

it('leaves callbacks and streams to the driver', async () => {
  const { pool } = await useTestDatabase();
  await withConnection(pool, async (client) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    client.query('select 7 as number', (_error, result) => resolve(result.rows));
    expect(await promise).toEqual([{ number: 7 }]);
    await client.query('create temporary table copied (word text)');
    const stream = client.query(copyFrom('copy copied from stdin'));
    const written = Promise.withResolvers<void>();
    stream.on('finish', written.resolve).on('error', written.reject).end('one\ntwo\n');
    await written.promise;
    expect((await client.query('select word from copied order by word')).rows).toEqual([
      { word: 'one' },
      { word: 'two' },
    ]);
  });
});

function collectGarbage(type: 'major' | 'minor'): void {
  if (!globalThis.gc) throw new Error('The db project must run with --expose-gc.');
  globalThis.gc({ type });
}

/** Sends two megabytes of parameters in consecutive queries, and collects young objects after each of them. */
async function ask(client: pg.ClientBase): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await client.query('select length($1::bytea)', [Buffer.alloc(100_000)]);
    collectGarbage('minor');
  }
}

/** Bytes of buffers that outlive the minor collections between and after the queries. */
async function heldBy(work: () => Promise<void>): Promise<number> {
  collectGarbage('major');
  const before = process.memoryUsage().arrayBuffers;
  await work();
  for (let round = 0; round < 2; round += 1) {
    await nextTurn();
    collectGarbage('minor');
  }
  return process.memoryUsage().arrayBuffers - before;
}

it('holds nothing of a question once it is answered', async () => {
  const { pool } = await useTestDatabase();
  const held = await withConnection(pool, (client) => heldBy(() => ask(client)));
  expect(held).toBeLessThan(1_000_000);
});

describe('pg alone', () => {
  it('keeps the parameters of answered queries', async () => {
    const { url } = await useTestDatabase();
    const client = new pg.Client(url);
    await client.connect();
    const held = await heldBy(() => ask(client));
    await client.end();
    expect(held, 'pg no longer keeps parameters: remove pg-query-memory-patch').toBeGreaterThan(1_000_000);
  });

  it('is pinned to the version that the patch was written for', () => {
    expect(manifest.dependencies.pg, 'read the new version, then change or remove the patch').toBe(patchedVersion);
  });
});
