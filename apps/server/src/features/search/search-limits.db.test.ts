import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import { createLog } from '../../platform/log/log.ts';
import type { FoundHit, SearchKind } from './kind.ts';
import { createSearchService } from './search.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ctx = (): Ctx => ({
  actor: {
    userId: 1,
    accountId: 1,
    sessionId: 1,
    apiKeyId: null,
    impersonator: null,
    email: '',
    grants: [{ scope: '1', permissions: ['super.system.manage'] }],
    via: 'bearer',
  },
  db: server.database.db,
  log: createLog('silent'),
  requestId: '',
  language: 'en',
  activity: { objects: [], details: {} },
  afterCommit: () => {},
});

const hit: FoundHit = { id: 1, title: 'Pump', subtitle: '', status: null, path: '/x' };
const kind = (type: SearchKind['type'], find: SearchKind['find']): SearchKind => ({
  type,
  permission: 'DigitalTwin.read',
  find,
});

describe('a kind of the search', () => {
  it('that is slow or fails leaves the others as they are', async () => {
    const slow = kind('rule', async (db) => {
      await db.execute(sql`select pg_sleep(60)`);
      return [hit];
    });
    const broken = kind('state', async (db) => {
      await db.execute(sql`select 1 / 0`);
      return [hit];
    });
    const { search } = createSearchService({
      kinds: () => [slow, broken, kind('twin', async () => [hit])],
      timeLimitMs: 50,
    });
    const { groups, missing } = await search(ctx(), { text: 'pump', limit: 5 });
    expect(groups).toMatchObject([{ type: 'twin', hits: [{ title: 'Pump' }] }]);
    expect(missing).toEqual(['state', 'rule']);
    // The connections go on without the limit.
    const { rows } = await server.database.pool.query('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '0' }]);
  });

  it('waits for its turn, beside others', async () => {
    let running = 0;
    let most = 0;
    let meet: (() => void) | undefined;
    // Each of them waits for a second one.
    const find = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => {
        if (!meet) {
          meet = resolve;
          return;
        }
        meet();
        meet = undefined;
        resolve();
      });
      running -= 1;
      return [hit];
    };
    const kinds = (['twin', 'device', 'state', 'rule'] as const).map((type) => kind(type, find));
    const { search } = createSearchService({ kinds: () => kinds, atOnce: 2 });
    expect((await search(ctx(), { text: 'pump', limit: 5 })).groups).toHaveLength(4);
    expect(most).toBe(2);
  });

  it('has the place that the contract gives it, wherever its feature comes', async () => {
    const kinds = (['user', 'dashboard', 'twin'] as const).map((type) => kind(type, async () => [hit]));
    const { search } = createSearchService({ kinds: () => kinds });
    const { groups } = await search(ctx(), { text: 'pump', limit: 5 });
    expect(groups.map(({ type }) => type)).toEqual(['twin', 'dashboard', 'user']);
  });

  it('cannot write', async () => {
    const writing = kind('twin', async (db) => {
      await db.execute(sql`create table planted (id int)`);
      return [hit];
    });
    const { search } = createSearchService({ kinds: () => [writing] });
    expect(await search(ctx(), { text: 'pump', limit: 5 })).toMatchObject({ groups: [], missing: ['twin'] });
  });
});
