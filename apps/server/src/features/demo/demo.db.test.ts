import { listAlarms } from '@stellwerk/contract/alarm';
import { readDashboardData } from '@stellwerk/contract/dashboard-widget';
import { readDemo, removeDemo } from '@stellwerk/contract/demo';
import { listDevices } from '@stellwerk/contract/device';
import { readJob } from '@stellwerk/contract/job';
import { listDevicePackets } from '@stellwerk/contract/packet';
import { listTwinStates } from '@stellwerk/contract/state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openInstallation } from '../../../test/demo/installation.ts';
import { countRows } from '../../../test/demo/small-world.ts';
import type { TestServer } from '../../../test/server.ts';

let server: TestServer;
let administrator: { token: string };
/** Rows of every table before the world was built. */
let before: Record<string, number>;

const countAll = () => countRows((text) => server.database.pool.query<Record<string, number>>(text));

beforeAll(async () => {
  ({ server, administrator } = await openInstallation());
  before = await countAll();
  await server.jobs.start();
  await server.demo.plant(server.jobs, { scale: 0.1, days: 3 });
  await server.field.start();
}, 60_000);

afterAll(async () => {
  await server.jobs.stop();
  await server.close();
});

const demoNow = async () => (await server.call(readDemo, {}, { as: administrator })).body.data;

describe('the demo world', () => {
  it('is built in the background, with its progress in figures', async () => {
    const first = await demoNow();
    expect(first).toMatchObject({ tenantName: 'Stadtwerke Lindenau (Demo)', dashboardId: null });
    await expect.poll(async () => (await demoNow())?.state, { timeout: 110_000, interval: 250 }).toBe('ready');
    const demo = await demoNow();
    expect(demo).toMatchObject({ jobId: null, dashboardId: expect.any(Number), finishedAt: expect.any(String) });
    expect(demo?.done).toBe(demo?.total);
    expect(demo?.deviceCount).toBeGreaterThan(30);
  }, 120_000);

  it('has packets that were applied, and the values that its drivers make of them', async () => {
    const { body } = await server.call(listDevices, { query: { search: 'Raumsensor 001' } }, { as: administrator });
    const [device] = body.data;
    const id = device?.id ?? 0;
    const packets = await server.call(listDevicePackets, { params: { id }, query: {} }, { as: administrator });
    const [newest] = packets.body.data.packets;
    expect(newest).toMatchObject({ outcome: 'applied', payload: expect.stringMatching(/^0175/) });
    const states = await server.call(listTwinStates, { params: { id } }, { as: administrator });
    const values = new Map(states.body.data.map((state) => [state.key, state]));
    expect(values.get('co2')).toMatchObject({ value: expect.any(Number), unit: 'ppm', origin: 'live' });
    // The channel of CO₂, low byte first.
    const [, low = '', high = ''] = /077d(..)(..)/.exec(String(newest?.payload)) ?? [];
    expect(values.get('co2')?.value).toBe(Number.parseInt(high + low, 16));
    expect(device?.lastSeenAt).not.toBeNull();
  });

  it('says of every device how it is, without waiting for the clock', async () => {
    const query = { health: 'unknown' };
    const { body } = await server.call(listDevices, { query }, { as: administrator });
    expect(body.data.map(({ title }) => title)).toEqual([]);
  });

  it('fills every widget of every dashboard', async () => {
    const { rows } = await server.database.pool.query<{ id: number; name: string }>('select id, name from dashboards');
    expect(rows.length).toBeGreaterThan(4);
    for (const { id, name } of rows) {
      const { body } = await server.call(readDashboardData, { params: { id }, query: {} }, { as: administrator });
      for (const answer of Object.values(body.data.widgets)) {
        expect(answer, name).toEqual({ data: expect.anything() });
        const text = JSON.stringify(answer);
        expect(text, `${name}: ${text}`).not.toMatch(/"series":\[\]|"rows":\[\]|"twins":\[\]|"value":null,"/);
      }
    }
  });

  it('has a past of alarms, and nobody with a password but the administrator', async () => {
    const all = await server.call(listAlarms, { query: {} }, { as: administrator });
    expect(all.body.data.filter(({ resolvedAt }) => resolvedAt !== null).length).toBeGreaterThan(0);
    const { rows } = await server.database.pool.query<{ email: string }>(
      'select email from users where password_hash is not null',
    );
    expect(rows).toEqual([{ email: 'admin@example.com' }]);
  });

  it('knows the way of its vehicles, and who left the yard last night', async () => {
    const { rows: ways } = await server.database.pool.query<{ title: string; places: number; isSame: boolean }>(
      `select title, count(*)::int as places,
         (array_agg(position.latitude order by position.at desc))[1] = twins.latitude as "isSame"
       from twins join twin_positions position on position.twin_id = twins.id group by twins.id order by title`,
    );
    expect(ways.map(({ title }) => title)).toContain('Kontrollfahrzeug Wasserwerk');
    // Every ten minutes for three days and some hours, but for what the radio loses.
    for (const { title, places, isSame } of ways) {
      expect([title, places > 350, isSame]).toEqual([title, true, true]);
    }
    const { body } = await server.call(listAlarms, { query: { limit: 100 } }, { as: administrator });
    expect(body.data.filter(({ message }) => message.includes('Bauhof'))).toEqual([
      expect.objectContaining({
        message: 'Kontrollfahrzeug Wasserwerk hat nachts den Bauhof verlassen',
        resolvedAt: null,
      }),
    ]);
  });

  it('is for system administrators alone', async () => {
    const other = await server.make.user({ permissions: ['all.manage'] });
    expect((await server.call(readDemo, {}, { as: other })).status).toBe(403);
    expect((await server.call(removeDemo, {}, { as: other })).status).toBe(403);
    await server.database.pool.query('delete from user_roles where user_id = $1', [other.id]);
    await server.database.pool.query('delete from users where id = $1', [other.id]);
    await server.database.pool.query('delete from roles where scope_id = $1', [other.account.scopeId]);
    await server.database.pool.query('delete from accounts where id = $1', [other.account.id]);
    await server.database.pool.query('delete from scopes where id = $1', [other.account.scopeId]);
  });

  it('goes without leaving a row behind', async () => {
    const { status, body } = await server.call(removeDemo, {}, { as: administrator });
    expect(status).toBe(202);
    const jobNow = () => server.call(readJob, { params: { id: body.data.jobId } }, { as: administrator });
    await expect.poll(async () => (await jobNow()).body.data.state, { timeout: 60_000 }).toBe('done');
    expect(await demoNow()).toBeNull();
    expect(await countAll()).toEqual(before);
    expect((await server.call(removeDemo, {}, { as: administrator })).body.code).toBe('DEMO_NOT_FOUND');
  }, 90_000);
});
