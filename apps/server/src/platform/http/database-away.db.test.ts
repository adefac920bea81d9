import { listConnectors, updateConnector } from '@stellwerk/contract/connector';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../../test/connectors/peers.ts';
import { type MadeConnector, makeConnector, type Rig, startRig } from '../../../test/connectors/rig.ts';

interface Seen {
  what: string;
  status: number;
  retryAfter: unknown;
  code: string | undefined;
}

let rig: Rig;
let made: MadeConnector;
let admin: pg.Client;
let address: string;
beforeAll(async () => {
  rig = await startRig();
  made = await makeConnector(rig.server, { type: 'webhook-incoming' });
  address = await addressOf(rig.server);
  admin = new pg.Client({ connectionString: rig.server.database.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await rig.close();
});

const english = { 'accept-language': 'en' };

/** Posts through a socket; a string body is served by the fast path, a stream by Node's HTTP. */
async function post(what: string, body: () => string | ReadableStream): Promise<Seen> {
  const answer = await fetch(`${address}/api/v1/webhook/${made.id}`, {
    method: 'POST',
    headers: { ...english, 'x-api-key': made.generated.key ?? '' },
    body: body(),
    duplex: 'half',
  } as RequestInit);
  const { code } = (await answer.json()) as { code?: string };
  return { what, status: answer.status, retryAfter: answer.headers.get('retry-after'), code };
}

const message = JSON.stringify({ id: 'one', payload: 1 });
const as = () => ({ as: made.user, headers: english });
const calls: Record<string, () => Promise<Seen>> = {
  post: () => post('post', () => message),
  stream: () => post('stream', () => new Blob([message]).stream()),
  async read() {
    const { status, headers, body } = await rig.server.call(listConnectors, { query: {} }, as());
    return { what: 'read', status, retryAfter: headers['retry-after'], code: body.code };
  },
  async change() {
    const input = { params: { id: made.id }, body: { name: `c-${Math.random()}` } };
    const { status, headers, body } = await rig.server.call(updateConnector, input, as());
    return { what: 'change', status, retryAfter: headers['retry-after'], code: body.code };
  },
};

const terminate = () =>
  admin.query<{ ended: number }>(`select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);

describe('while PostgreSQL ends connections', () => {
  it('every call is answered 2xx, or 503 with the time to come again', async () => {
    const seen: Seen[] = [];
    let isOver = false;
    const callers = Object.values(calls).map(async (call) => {
      while (!isOver) seen.push(await call());
    });
    const count = () => seen.filter(({ status }) => status === 503).length;
    try {
      for (let round = 0; round < 500 && count() < 40; round += 1) await terminate();
    } finally {
      isOver = true;
      await Promise.all(callers);
    }
    const odd = seen.filter(({ status, retryAfter }) => status >= 300 && !(status === 503 && retryAfter === '5'));
    expect(odd.slice(0, 5)).toEqual([]);
    expect(new Set(seen.filter(({ status }) => status === 503).map(({ what }) => what)).size).toBeGreaterThan(1);
    await expect.poll(async () => (await calls.change?.())?.status).toBe(200);
  });
});

describe('while PostgreSQL has no room', () => {
  afterEach(() => admin.query('drop function no_room() cascade'));

  it.each([
    ['post', 'packets', '53100'],
    ['stream', 'packets', '53100'],
    ['change', 'connectors', '53100'],
    ['change', 'connectors', '53200'],
    ['change', 'connectors', '53300'],
  ])('%s is answered 503 (%s fails with %s)', async (name, table, code) => {
    await admin.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room for you' using errcode = '${code}'; end $$`);
    await admin.query(
      `create trigger no_room before insert or update on ${table} for each row execute function no_room()`,
    );
    expect(await calls[name]?.()).toEqual({ what: name, status: 503, retryAfter: '5', code: 'SERVICE_UNAVAILABLE' });
  });
});
