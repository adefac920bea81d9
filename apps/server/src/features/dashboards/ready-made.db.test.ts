import { createReadyMade, type Dashboard } from '@stellwerk/contract/dashboard';
import { readDashboardData } from '@stellwerk/contract/dashboard-widget';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { states } from '../states/index.ts';
import { twins } from '../twins/index.ts';
import { twinCalls } from '../twins/testing/twins.ts';
import { type DashboardCalls, dashboardCalls, failure } from './testing/dashboards.fixture.ts';

let server: TestServer;
let calls: DashboardCalls;
beforeAll(async () => {
  server = await startTestServer();
  calls = dashboardCalls(server);
});
afterAll(() => server.close());

const make = (as: TestUser, dtwinId: number, more: { name?: string } = {}) =>
  server.call(createReadyMade, { body: { dtwinId, ...more } }, { as, headers: { 'accept-language': 'en' } });

async function measure(twin: TestTwin, key: string, more: Partial<typeof states.$inferInsert>) {
  const { id } = await server.make.state({ twin, key });
  await server.database.db.update(states).set(more).where(eq(states.id, id));
}

const locate = (twin: TestTwin) =>
  server.database.db.update(twins).set({ latitude: 52, longitude: 8, x: 1, y: 1 }).where(eq(twins.id, twin.id));

/** Kinds of widgets that the dashboard could not show. */
async function broken(as: TestUser, { id, widgets }: Dashboard): Promise<string[]> {
  const { body } = await server.call(readDashboardData, { params: { id }, query: {} }, { as });
  return widgets.filter((widget) => !('data' in (body.data.widgets[widget.id] ?? {}))).map(({ type }) => type);
}

describe('POST /api/v1/dashboards/ready-made', () => {
  it('makes a dashboard for a device of what it measures', async () => {
    const user = await calls.editor();
    const device = await server.make.device({ account: user.account });
    await measure(device, 'temperature', { title: 'Temperature', unit: '°C' });
    await measure(device, 'open', { title: 'Open', valueType: 'boolean' });
    await measure(device, 'secret', { layout: 'hidden' });
    await measure(device, 'north', { geoLink: 'latitude' });
    await locate(device);
    const { status, body } = await make(user, device.id);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: device.title, parentDtwinId: device.id, tenantId: user.account.id });
    expect(body.data.widgets.map(({ type, title }) => [type, title])).toEqual([
      ['value', 'Temperature'],
      ['value', 'Open'],
      ['chart', 'Temperature'],
      ['chart', 'Open'],
      ['twinMap', 'Map'],
      ['twinTable', 'Newest values'],
    ]);
    expect(JSON.stringify(body.data.widgets)).not.toMatch(/secret|north/);
    expect((await calls.read(user, body.data.id)).body.data).toEqual(body.data);
    expect(await broken(user, body.data)).toEqual([]);
    expect((await make(user, device.id, { name: 'Mine' })).body.data.name).toBe('Mine');
  });

  it('makes one for a building of what is below it', async () => {
    const user = await calls.editor();
    const building = await server.make.twin({ account: user.account, title: 'Town hall' });
    const floor = await server.make.twin({ parent: building });
    for (const title of ['Room 1', 'Room 2']) {
      const room = await server.make.twin({ parent: floor, title });
      await measure(room, 'co2', { title: 'CO₂', unit: 'ppm' });
      await locate(room);
    }
    await measure(building, 'energy', { title: 'Energy', unit: 'kWh' });
    const { body } = await make(user, building.id);
    expect(body.data).toMatchObject({ name: 'Town hall', defaultDateRange: { amount: 7, unit: 'd' } });
    expect(body.data.widgets.map(({ type, title }) => [type, title])).toEqual([
      ['value', 'Energy'],
      ['value', 'CO₂, average'],
      ['twinMap', 'Map'],
      ['chart', 'CO₂ by weekday and hour'],
      ['chart', 'CO₂'],
      ['twinTable', 'Twins and devices below'],
    ]);
    expect(await broken(user, body.data)).toEqual([]);
  });

  it('looks only at what its author may see', async () => {
    const owner = await server.make.user({ permissions: ['Dashboards.manage', 'DigitalTwin.manage'] });
    const twinsOf = twinCalls(server);
    const building = await server.make.twin({ account: owner.account });
    const vault = await server.make.twin({ parent: building });
    await measure(vault, 'gold', { title: 'Gold' });
    await measure(await server.make.twin({ parent: building }), 'dust', { title: 'Dust' });
    const { scopeId } = await twinsOf.giveScope(owner, vault.id);
    const guest = await calls.editor(owner.account);
    await twinsOf.grant(guest, scopeId, ['!DigitalTwin.list', '!DigitalTwin.read']);
    const { body } = await make(guest, building.id);
    expect(JSON.stringify(body.data.widgets)).toContain('dust');
    expect(JSON.stringify(body.data.widgets)).not.toContain('gold');
    const blind = await server.make.user({ account: owner.account, permissions: ['Dashboards.manage'] });
    expect(failure(await make(blind, building.id))).toEqual([404, 'DTWIN_NOT_FOUND']);
    const reader = await server.make.user({
      account: owner.account,
      permissions: ['Dashboards.read', 'DigitalTwin.read'],
    });
    expect(failure(await make(reader, building.id))).toEqual([403, 'PERMISSION_DENIED']);
    expect(failure(await make(await calls.editor(), building.id))).toEqual([404, 'DTWIN_NOT_FOUND']);
  });
});
