import { once } from 'node:events';
import { createState, type newState, readState, setStateValue } from '@stellwerk/contract/state';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import type { TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { holdNewest } from '../../ingest/newest/testing/newest.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type NewState = z.input<typeof newState>;

async function place() {
  const user = await server.make.user({ permissions: ['DigitalTwin.write'] });
  const twin = await server.make.twin({ account: user.account });
  return { user, twin };
}

async function create(as: TestUser, twin: TestTwin, key: string, more: Partial<NewState> = {}) {
  const body = { key, title: key, config: { source: 'none' as const }, ...more };
  const answer = await server.call(createState, { params: { id: twin.id }, body }, { as });
  expect(answer.status, answer.body.message).toBe(201);
  return answer.body.data.id;
}

const set = (as: TestUser, twin: TestTwin, stateId: number, body: { value: unknown; timestamp?: string }) =>
  server.call(setStateValue, { params: { id: twin.id, stateId }, body: body as { value: number } }, { as });

const read = async (as: TestUser, id: number) => (await server.call(readState, { params: { id } }, { as })).body.data;

const historyOf = (series: number) =>
  server.history.range({ series, from: 0, to: Date.UTC(2100, 0), limit: 1000, order: 'ascending' });

describe('PUT …/state/{stateId}/value', () => {
  it('stores the newest value and a point of history', async () => {
    const { user, twin } = await place();
    const id = await create(user, twin, 'a');
    const { status, body } = await set(user, twin, id, { value: 21.5, timestamp: '2024-05-01T12:00:00+02:00' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ value: 21.5, timestamp: '2024-05-01T10:00:00.000Z', origin: 'manual' });
    expect(await historyOf(id)).toMatchObject([
      { series: id, at: Date.UTC(2024, 4, 1, 10), value: 21.5, source: 'manual', shard: 0 },
    ]);
  });

  it('leaves connections for other accounts while many calls of one account wait for each other', async () => {
    const [busy, other] = [await place(), await place()];
    const id = await create(busy.user, busy.twin, 'a');
    const otherId = await create(other.user, other.twin, 'a');
    const holder = new pg.Client({ connectionString: server.database.url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await holdNewest(holder, id);
    const waiting = Array.from({ length: 40 }, (_, value) => set(busy.user, busy.twin, id, { value }));
    const areWaiting = async () => {
      // A transaction sees the activities of its first look otherwise.
      await holder.query('select pg_stat_clear_snapshot()');
      const isWaiting = "wait_event_type = 'Lock' and datname = current_database()";
      return (await holder.query(`select from pg_stat_activity where ${isWaiting}`)).rowCount;
    };
    await expect.poll(areWaiting, { timeout: 30_000 }).toBeGreaterThan(5);
    expect((await set(other.user, other.twin, otherId, { value: 1 })).status).toBe(200);
    await holder.query('rollback');
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
  });

  it('keeps the newest by its own time, and every update in the history', async () => {
    const { user, twin } = await place();
    const id = await create(user, twin, 'a');
    await set(user, twin, id, { value: 2, timestamp: '2024-05-02T00:00:00Z' });
    const late = await set(user, twin, id, { value: 1, timestamp: '2024-05-01T00:00:00Z' });
    expect(late.body.data).toMatchObject({ value: 2, timestamp: '2024-05-02T00:00:00.000Z' });
    await set(user, twin, id, { value: 2, timestamp: '2024-05-03T00:00:00Z' });
    await set(user, twin, id, { value: 3, timestamp: '2024-05-03T00:00:00Z' });
    expect((await read(user, id)).value).toBe(3);
    expect((await historyOf(id)).map(({ value }) => value)).toEqual([1, 2, 3]);
  });

  it('turns values into the type of the state', async () => {
    const { user, twin } = await place();
    const cases = [
      ['number', ' 4.5e1 ', 45],
      ['number', null, null],
      ['boolean', 1, true],
      ['boolean', 'false', false],
      ['string', 12, '12'],
      ['string', true, 'true'],
      ['string', '{"a":1}', '{"a":1}'],
      ['string', 'null', 'null'],
      ['json', '12', '12'],
      ['json', { a: [1, null, { b: 'x' }] }, { a: [1, null, { b: 'x' }] }],
      ['null', null, null],
    ] as const;
    for (const [index, [valueType, value, stored]] of cases.entries()) {
      const id = await create(user, twin, `s${index}`, { valueType });
      const answer = await set(user, twin, id, { value });
      expect(answer.body.data.value).toEqual(stored);
      expect((await historyOf(id)).map((point) => point.value)).toEqual([stored]);
    }
  });

  it('refuses what does not fit, and leaves the old value', async () => {
    const { user, twin } = await place();
    const cases = [
      ['number', 'warm'],
      ['number', 'NaN'],
      ['number', '1e400'],
      ['number', '0x10'],
      ['number', true],
      ['number', ''],
      ['number', [1]],
      ['boolean', 2],
      ['boolean', 'yes'],
      ['string', { a: 1 }],
      ['null', 0],
    ] as const;
    for (const [index, [valueType, value]] of cases.entries()) {
      const id = await create(user, twin, `s${index}`, { valueType });
      const { status, body } = await set(user, twin, id, { value });
      expect([value, status, body.code]).toEqual([value, 400, 'DTWINSTATE_VALUE_TYPE']);
      expect(await read(user, id)).toMatchObject({ value: null, timestamp: null, problem: null });
      expect(await historyOf(id)).toEqual([]);
    }
  });

  it('refuses numbers that JSON can not carry, characters zero, depth and size', async () => {
    const { user, twin } = await place();
    const id = await create(user, twin, 'a', { valueType: 'json' });
    const send = async (payload: string) => {
      const answer = await server.app.inject({
        method: 'PUT',
        url: setStateValue.path.replace('{id}', String(twin.id)).replace('{stateId}', String(id)),
        headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
        payload,
      });
      return [answer.statusCode, answer.json().code];
    };
    expect(await send('{"value":1e400}')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send('{"value":NaN}')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send('{"value":"\\u0000"}')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send('{"value":"\\ud800"}')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send('{"value":{"\\ud800":1}}')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send('{}')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await send(`{"value":${'['.repeat(70)}${']'.repeat(70)}}`)).toEqual([400, 'DTWINSTATE_VALUE_TYPE']);
    expect((await send(`{"value":${'['.repeat(20_000)}${']'.repeat(20_000)}}`))[0]).toBe(400);
    expect(await send(`{"value":"${'x'.repeat(65_535)}"}`)).toEqual([413, 'DTWINSTATE_VALUE_TOO_LARGE']);
    expect(await send(`{"value":"${'x'.repeat(5_000_000)}"}`)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await send(`{"value":"${'x'.repeat(65_534)}"}`))[0]).toBe(200);
  });

  it('refuses times before 2000 and in the future', async () => {
    const { user, twin } = await place();
    const id = await create(user, twin, 'a');
    const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();
    for (const timestamp of ['1970-01-01T00:00:00Z', '1999-12-31T23:59:59Z', '2036-02-07T06:28:16Z', ahead(400_000)]) {
      const { status, body } = await set(user, twin, id, { value: 1, timestamp });
      expect([status, body.code]).toEqual([400, 'DTWINSTATE_TIME_OUT_OF_RANGE']);
    }
    expect((await set(user, twin, id, { value: 1, timestamp: 'yesterday' })).body.code).toBe('VALIDATION_ERROR');
    expect((await set(user, twin, id, { value: 1, timestamp: ahead(200_000) })).status).toBe(200);
    expect(await historyOf(id)).toHaveLength(1);
  });

  it('refuses states that are computed, and takes those of a disabled twin', async () => {
    const { user, twin } = await place();
    const id = await create(user, twin, 'a');
    const aggregate = await create(user, twin, 'b', { config: { source: 'aggregate', stateIds: [id] } });
    const seen = await create(user, twin, 'c', { valueType: 'string', config: { source: 'system', name: 'lastSeen' } });
    for (const computed of [aggregate, seen]) {
      expect((await set(user, twin, computed, { value: 1 })).body.code).toBe('DTWINSTATE_COMPUTED');
    }
    await server.database.pool.query('update twins set disabled = true where id = $1', [twin.id]);
    expect((await set(user, twin, id, { value: 1 })).status).toBe(200);
  });

  it('does not apply the transformer', async () => {
    const { user, twin } = await place();
    const id = await create(user, twin, 'a', { transformer: 'return value * 2' });
    expect((await set(user, twin, id, { value: 4 })).body.data.value).toBe(4);
  });

  it('needs the permission to set values', async () => {
    const { user, twin } = await place();
    const id = await create(user, twin, 'a');
    const reader = await server.make.user({ account: user.account, permissions: ['DigitalTwinStates.read'] });
    expect((await set(reader, twin, id, { value: 1 })).status).toBe(403);
    const setter = await server.make.user({ account: user.account, permissions: ['DigitalTwinStates.write'] });
    expect((await set(setter, twin, id, { value: 1 })).status).toBe(200);
  });
});

describe('the status', () => {
  const statusOf = async (twin: TestTwin) =>
    (await server.database.pool.query('select status from twins where id = $1', [twin.id])).rows[0].status;

  it('follows bounds and thresholds, and the twin has the worst of them', async () => {
    const { user, twin } = await place();
    const a = await create(user, twin, 'a', { visualisation: { thresholds: [40, 60] }, upperBound: 90 });
    const b = await create(user, twin, 'b', { visualisation: { thresholds: [40], direction: 'descending' } });
    const c = await create(user, twin, 'c');
    const at = async (id: number, value: number) => (await set(user, twin, id, { value })).body.data.status;
    expect([await at(c, 1), await statusOf(twin)]).toEqual(['unknown', 0]);
    expect([await at(a, 39.9), await at(a, 40), await at(a, 60), await at(a, 91)]).toEqual([
      'ok',
      'warning',
      'error',
      'error',
    ]);
    expect(await statusOf(twin)).toBe(3);
    expect([await at(b, 39), await at(b, 40)]).toEqual(['error', 'ok']);
    expect([await at(a, 45), await statusOf(twin)]).toEqual(['warning', 2]);
  });
});

describe('the status of a twin', () => {
  it('is right after changes at the same time', async () => {
    const { user, twin } = await place();
    const ids: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      ids.push(await create(user, twin, `s${index}`, { visualisation: { thresholds: [50] } }));
    }
    for (const bad of [0, 3, 5, undefined]) {
      await Promise.all(ids.map((id, index) => set(user, twin, id, { value: index === bad ? 60 : 40 })));
      const { rows } = await server.database.pool.query('select status from twins where id = $1', [twin.id]);
      expect(rows[0].status).toBe(bad === undefined ? 1 : 3);
    }
  });
});

describe('coordinates', () => {
  const placeOf = async (twin: TestTwin) =>
    (await server.database.pool.query('select latitude, longitude from twins where id = $1', [twin.id])).rows[0];

  it('move the twin when they belong together', async () => {
    const { user, twin } = await place();
    const latitude = await create(user, twin, 'lat', { geoLink: 'latitude' });
    const longitude = await create(user, twin, 'lon', { geoLink: 'longitude' });
    await set(user, twin, latitude, { value: 52.5, timestamp: '2024-05-01T10:00:00Z' });
    await set(user, twin, longitude, { value: 13.4, timestamp: '2024-05-01T10:01:01Z' });
    expect(await placeOf(twin)).toEqual({ latitude: null, longitude: null });
    await set(user, twin, latitude, { value: 52.6, timestamp: '2024-05-01T10:01:00Z' });
    expect(await placeOf(twin)).toEqual({ latitude: 52.6, longitude: 13.4 });
    await set(user, twin, latitude, { value: 91, timestamp: '2024-05-01T10:01:02Z' });
    expect(await placeOf(twin)).toEqual({ latitude: 52.6, longitude: 13.4 });
    const track = await server.database.pool.query('select at from twin_positions where twin_id = $1', [twin.id]);
    expect(track.rowCount).toBe(1);
  });
});

describe('the topic twin/{id}/values', () => {
  it('reports newest values to those who may read them, and nobody else', async () => {
    const url = `${(await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/api/v1/live`;
    const { user, twin } = await place();
    const id = await create(user, twin, 'a');
    const copy = await create(user, twin, 'b', { config: { source: 'aggregate', stateIds: [id] } });
    const listen = async (as: TestUser) => {
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${as.token}` } });
      onTestFinished(() => socket.terminate());
      await once(socket, 'open');
      socket.send(JSON.stringify({ subscribe: `twin/${twin.id}/values` }));
      const next = async () => JSON.parse(String((await once(socket, 'message'))[0]));
      return { first: await next(), next };
    };
    const stranger = await server.make.user({ permissions: ['all.manage'] });
    expect((await listen(stranger)).first).toMatchObject({ error: { code: 'LIVE_TOPIC_NOT_FOUND' } });
    const { first, next } = await listen(user);
    expect(first).toEqual({ subscribed: `twin/${twin.id}/values` });
    const told = next();
    await set(user, twin, id, { value: 7, timestamp: '2024-05-01T10:00:00Z' });
    const timestamp = '2024-05-01T10:00:00.000Z';
    expect(await told).toMatchObject({
      topic: `twin/${twin.id}/values`,
      data: [
        { stateId: id, key: 'a', value: 7, timestamp, origin: 'manual', status: 'unknown' },
        { stateId: copy, key: 'b', value: 7, timestamp, origin: 'live' },
      ],
    });
  });
});
