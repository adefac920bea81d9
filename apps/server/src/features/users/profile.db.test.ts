import { createOwnApiKey } from '@stellwerk/contract/api-key';
import { verify } from '@stellwerk/contract/session';
import { acceptTerms, readOwnTerms, readUser, updateOwnProfile, updateUserProperties } from '@stellwerk/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { accountTerms } from '../accounts/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const manager = () => server.make.user({ permissions: ['UserManagement.manage'] });

describe('PUT /api/v1/user/{id}/properties', () => {
  const set = (as: TestUser, id: number, body: Record<string, string | number | null>) =>
    server.call(updateUserProperties, { params: { id }, body }, { as });

  it('sets, keeps and removes keys, for oneself and for those one manages', async () => {
    const owner = await manager();
    const member = await server.make.user({ account: owner.account });
    await set(member, member.id, { kept: 1, gone: 2 });
    expect((await set(member, member.id, { gone: null, added: 'x' })).body.data.properties).toEqual({
      kept: 1,
      added: 'x',
    });
    expect((await set(owner, member.id, { kept: 3 })).body.data.properties).toEqual({ kept: 3, added: 'x' });
  });

  it('keeps what several calls set at the same moment', async () => {
    const member = await server.make.user();
    await Promise.all(Array.from({ length: 8 }, (_, index) => set(member, member.id, { [`key${index}`]: index })));
    const { body } = await server.call(readUser, { params: { id: member.id } }, { as: member });
    expect(Object.keys(body.data.properties)).toHaveLength(8);
  });

  it('refuses readers, strangers and more than fits', async () => {
    const reader = await server.make.user({ permissions: ['UserManagement.read'] });
    const member = await server.make.user({ account: reader.account });
    expect((await set(reader, member.id, { a: 1 })).status).toBe(403);
    expect((await set(await server.make.user(), member.id, { a: 1 })).status).toBe(404);
    await set(member, member.id, { first: 'x'.repeat(40_000) });
    expect((await set(member, member.id, { second: 'x'.repeat(40_000) })).status).toBe(400);
  });
});

describe('the own profile', () => {
  it('takes name and language', async () => {
    const member = await server.make.user();
    const body = { firstName: 'Mia', lastName: 'Own', language: 'en' as const };
    const { status, body: answer } = await server.call(updateOwnProfile, { body }, { as: member });
    expect([status, answer.data]).toEqual([200, body]);
    const read = await server.call(readUser, { params: { id: member.id } }, { as: member });
    expect(read.body.data).toMatchObject({ ...body, email: member.email });
  });

  it('shows the terms of the nearest account in the caller’s language and takes the consent once', async () => {
    const top = await server.make.account();
    const member = await server.make.user({ account: await server.make.account({ parent: top }) });
    const terms = () =>
      server.call(readOwnTerms, {}, { as: member, headers: { 'accept-language': 'en' } }).then(({ body }) => body.data);
    expect(await terms()).toBeNull();
    const { db } = server.database;
    await db.insert(accountTerms).values({ accountId: top.id, language: 'de', title: 'Regeln', text: 'Bitte' });
    expect(await terms()).toEqual({ title: 'Regeln', text: 'Bitte' });
    await db.insert(accountTerms).values({ accountId: top.id, language: 'en', title: 'Rules', text: 'Please' });
    expect(await terms()).toEqual({ title: 'Rules', text: 'Please' });
    const session = async () => (await server.call(verify, { query: {} }, { as: member })).body.data.eulaAccepted;
    expect(await session()).toBe(false);
    expect((await server.call(acceptTerms, {}, { as: member })).body.data).toEqual({ accepted: true });
    expect(await session()).toBe(true);
  });

  it('takes no consent from a program', async () => {
    const member = await server.make.user();
    const terms = { accountId: member.account.id, language: 'de' as const, title: 'Regeln', text: 'Bitte' };
    await server.database.db.insert(accountTerms).values(terms);
    const { key } = (await server.call(createOwnApiKey, { body: { title: 'key' } }, { as: member })).body.data;
    const byKey = await server.call(acceptTerms, {}, { headers: { 'x-api-key': key } });
    expect([byKey.status, byKey.body.code]).toEqual([403, 'AUTH_SESSION_REQUIRED']);
    expect((await server.call(verify, { query: {} }, { as: member })).body.data.eulaAccepted).toBe(false);
  });
});
