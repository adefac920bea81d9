import { readServiceBuilderParams, updateServiceBuilderParams } from '@stellwerk/contract/service-builder';
import { updateSettings } from '@stellwerk/contract/setting';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('parameters of service builders', () => {
  const set = (as: TestUser, id: number, own: Record<string, string> | null) =>
    server.call(updateServiceBuilderParams, { params: { id }, body: { own } }, { as });
  const read = async (as: TestUser, id: number) =>
    (await server.call(readServiceBuilderParams, { params: { id } }, { as })).body.data;

  it('are inherited as a whole and survive changes of other settings', async () => {
    const top = await server.make.account();
    const child = await server.make.account({ parent: top });
    const system = await server.make.user({ account: top, permissions: ['super.system.manage'] });
    expect(await read(system, child.id)).toEqual({ own: null, effective: {}, inheritedFrom: null });
    await set(system, top.id, { region: 'eu' });
    const own = { pageTitleDe: 'X' };
    await server.call(updateSettings, { params: { tenantId: top.id }, body: { own } }, { as: system });
    expect(await read(system, child.id)).toMatchObject({ effective: { region: 'eu' }, inheritedFrom: { id: top.id } });
    const changed = await set(system, child.id, { token: 'a' });
    expect(changed.body.data).toEqual({ own: { token: 'a' }, effective: { token: 'a' }, inheritedFrom: null });
    expect((await set(system, child.id, null)).body.data).toMatchObject({ own: null, effective: { region: 'eu' } });
    expect((await set(system, child.id, { '<b>': 'x' })).status).toBe(400);
  });

  it('are for system administrators, of their own accounts', async () => {
    const account = await server.make.account();
    const admin = await server.make.user({ account, permissions: ['all.manage'] });
    expect((await set(admin, account.id, {})).status).toBe(403);
    const stranger = await server.make.user({ permissions: ['super.system.manage'] });
    expect((await set(stranger, account.id, {})).status).toBe(404);
  });
});
