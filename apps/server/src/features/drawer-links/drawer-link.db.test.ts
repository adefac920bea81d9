import {
  createDrawerLink,
  deleteDrawerLink,
  listDrawerLinks,
  listOwnDrawerLinks,
  updateDrawerLink,
} from '@stellwerk/contract/drawer-link';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const fields = { icon: 'globe' as const, titleDe: 'Netz', titleEn: 'Grid', url: 'https://grid.example.com' };

async function family() {
  const top = await server.make.account();
  const child = await server.make.account({ parent: top });
  const system = await server.make.user({ account: top, permissions: ['super.system.manage'] });
  const user = await server.make.user({ account: child });
  return { top, child, system, user };
}
const create = (as: TestUser, tenantId: number, titleEn: string, url = fields.url) =>
  server.call(createDrawerLink, { body: { ...fields, tenantId, titleEn, url } }, { as });
const seenBy = async (as: TestUser) =>
  (await server.call(listOwnDrawerLinks, {}, { as })).body.data.map(({ titleEn }) => titleEn);

describe('drawer links', () => {
  it('are shown to users of the account and below, in their order, and can be moved and removed', async () => {
    const { top, child, system, user } = await family();
    await create(system, child.id, 'own');
    await create(system, top.id, 'first');
    const { body } = await create(system, top.id, 'second');
    expect(await seenBy(user)).toEqual(['first', 'second', 'own']);
    expect(await seenBy(system)).toEqual(['first', 'second']);
    const params = { id: body.data.id };
    const moved = { ...fields, titleEn: 'moved', position: 0 };
    expect((await server.call(updateDrawerLink, { params, body: moved }, { as: system })).status).toBe(200);
    const listed = await server.call(listDrawerLinks, { query: { tenantId: top.id } }, { as: system });
    expect(listed.body.data.map(({ titleEn }) => titleEn)).toEqual(['moved', 'first']);
    expect((await server.call(deleteDrawerLink, { params }, { as: system })).status).toBe(200);
    expect(await seenBy(user)).toEqual(['first', 'own']);
  });

  it('are for system administrators, of their own accounts', async () => {
    const { child, system } = await family();
    const admin = await server.make.user({ account: child, permissions: ['all.manage'] });
    expect((await create(admin, child.id, 'x')).status).toBe(403);
    const { body } = await create(system, child.id, 'x');
    const { system: stranger } = await family();
    expect((await create(stranger, child.id, 'x')).status).toBe(404);
    const params = { id: body.data.id };
    expect((await server.call(deleteDrawerLink, { params }, { as: stranger })).body.code).toBe('DRAWER_LINK_NOT_FOUND');
  });

  it('lead to web pages only', async () => {
    const { child, system } = await family();
    expect((await create(system, child.id, 'x', 'javascript:alert(1)')).status).toBe(400);
  });
});
