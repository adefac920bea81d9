import type { RouteCall } from '@stellwerk/contract/core/route';
import { createFavourite } from '@stellwerk/contract/favourite';
import { listTwinChildren } from '@stellwerk/contract/twin-tree';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { twinCalls } from '../testing/twins.ts';
import { twins } from '../twin.table.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

describe('GET /api/v1/digitaltwin', () => {
  it('pages and sorts', async () => {
    const user = await call.editor();
    for (const title of ['beta', 'Alpha', 'gamma']) await call.make(user, { title, type: 'door' });
    expect(await call.titles(user, {})).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await call.titles(user, { sort: '-id' })).toEqual(['gamma', 'Alpha', 'beta']);
    expect(await call.titles(user, { sort: 'createdAt' })).toEqual(['beta', 'Alpha', 'gamma']);
    const page = await call.list(user, { offset: 1, limit: 1, sort: '-title' });
    expect([page.body.total, page.body.data.map(({ title }) => title)]).toEqual([3, ['beta']]);
  });

  it('finds every word in title, tags and reference ids, and a number as id', async () => {
    const user = await call.editor();
    const pump = await call.make(user, {
      title: 'Pump 50%',
      tags: ['Cellar'],
      references: [{ name: 'serial', value: 'SN_4711-A' }],
    });
    await call.make(user, { title: 'Other' });
    for (const search of ['PUMP', 'cellar pump', 'sn_4711', '50%', String(pump.id)]) {
      expect(await call.titles(user, { search })).toContain('Pump 50%');
      expect(await call.titles(user, { search })).not.toContain('Other');
    }
    for (const search of ['pump attic', 'sn-4711', 'p_mp', 'serial'])
      expect(await call.titles(user, { search })).toEqual([]);
  });

  it('filters by account, part of the tree, type, tags, state of activity, favourites, person and category', async () => {
    const user = await call.editor();
    const below = await server.make.account({ parent: user.account });
    const top = await call.make(user, { title: 'top', type: 'building', tags: ['x', 'y'] });
    const room = await call.make(user, { title: 'room', type: 'room', parentId: top.id, tags: ['x'] });
    const other = await call.make(user, {
      title: 'other',
      tenantId: below.id,
      userRelations: [{ userId: user.id, responsibility: 'serviceTechnician' }],
    });
    const { db } = server.database;
    await db.update(twins).set({ disabled: true, category: 'virtualDevice' }).where(eq(twins.id, room.id));
    await server.call(createFavourite, { body: { type: 'twin', twinId: top.id } }, { as: user });
    expect(await call.titles(user, { tenantId: below.id })).toEqual(['other']);
    expect(await call.titles(user, { twinId: top.id })).toEqual(['room', 'top']);
    expect(await call.titles(user, { types: 'building,door' })).toEqual(['top']);
    expect(await call.titles(user, { tags: 'x' })).toEqual(['room', 'top']);
    expect(await call.titles(user, { tags: 'x,y' })).toEqual(['top']);
    expect(await call.titles(user, { disabled: 'true' })).toEqual(['room']);
    expect(await call.titles(user, { disabled: 'false' })).toEqual(['other', 'top']);
    expect(await call.titles(user, { favourites: 'true' })).toEqual(['top']);
    expect(await call.titles(user, { responsibleUserId: user.id })).toEqual([other.title]);
    expect(await call.titles(user, { category: 'virtualDevice' })).toEqual(['room']);
    expect((await call.list(user, { twinId: (await server.make.twin()).id })).body.code).toBe('DTWIN_NOT_FOUND');
  });

  it('shows rows with ancestors, number of states and, on demand, properties and references', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'Top' });
    const twin = await call.make(user, {
      title: 'Twin',
      parentId: top.id,
      keyValue: [{ key: 'a', value: '1' }],
      references: [{ name: 'r', value: 'v' }],
    });
    await server.make.state({ twin: { ...twin, path: `${top.id}.${twin.id}`, account: user.account } });
    const [plain] = (await call.list(user, { search: 'twin' })).body.data;
    expect(plain).toMatchObject({
      id: twin.id,
      tenantName: expect.stringContaining('account'),
      parentId: top.id,
      ancestors: [{ id: top.id, title: 'Top' }],
      stateCount: 1,
      isFavourite: false,
      abilities: { update: true, delete: true },
    });
    expect(plain).not.toHaveProperty('keyValue');
    expect(plain).not.toHaveProperty('references');
    const query = { search: 'twin', include_properties: 'true', include_references: 'true' } as const;
    const [full] = (await call.list(user, query)).body.data;
    expect(full).toMatchObject({ keyValue: [{ key: 'a', value: '1' }], references: [{ name: 'r', value: 'v' }] });
  });

  it('hides other accounts and names no parent that the caller may not see', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'Top' });
    const inner = await call.giveScope(user, (await call.make(user, { title: 'Inner', parentId: top.id })).id);
    await call.make(user, { title: 'Leaf', parentId: inner.id });
    const deep = await server.make.user();
    await call.grant(deep, inner.scopeId, ['DigitalTwin.read']);
    const { body } = await call.list(deep, {});
    expect(body.data.map(({ title, parentId, ancestors }) => [title, parentId, ancestors.length])).toEqual([
      ['Inner', null, 0],
      ['Leaf', inner.id, 1],
    ]);
    expect(await call.titles(await call.editor(), {})).toEqual([]);
  });
});

describe('the names of the specification', () => {
  it('search, filter, sort and widen the rows like our own', async () => {
    const user = await call.editor();
    const hall = await call.giveScope(user, (await call.make(user, { title: 'hall north' })).id);
    await call.make(user, { title: 'gate', parentId: hall.id, tags: ['steel'], type: 'door' });
    await call.make(user, { title: 'yard south', references: [{ name: 'serial', value: 'S-1' }] });
    const json = (value: object) => JSON.stringify(value);
    expect(await call.titles(user, { search_items: 'north,hall' })).toEqual(['hall north']);
    expect(await call.titles(user, { search_items: 'north,south' })).toEqual([]);
    expect(await call.titles(user, { search_items: 'north,south', search_operator: 'OR' })).toEqual([
      'hall north',
      'yard south',
    ]);
    expect(await call.titles(user, { scope_ids: String(hall.scopeId) })).toEqual(['gate', 'hall north']);
    expect(await call.titles(user, { filters: json({ tags: ['steel'], types: 'door,room' }) })).toEqual(['gate']);
    for (const order of ['-title', 'title desc', 'title:DESC']) {
      expect(await call.titles(user, { order_by: order })).toEqual(['yard south', 'hall north', 'gate']);
    }
    const query = { search: 'yard', user_id: user.id, restricted_query: 'true' } as const;
    for (const include of [{ options: json({ include_references: true }) }, { include_identifiers: 'true' as const }]) {
      const { body } = await call.list(user, { ...query, ...include });
      expect(body.data).toMatchObject([{ references: [{ name: 'serial', value: 'S-1' }] }]);
    }
  });

  it('refuse other callers, foreign scopes and what they do not know', async () => {
    const user = await call.editor();
    const other = await server.make.user();
    const code = async (query: Parameters<typeof call.list>[1]) => {
      const { status, body } = await call.list(user, query);
      return [status, body.code];
    };
    expect(await code({ user_id: other.id })).toEqual([404, 'USER_NOT_FOUND']);
    expect(await code({ scope_ids: `${user.account.scopeId},${other.account.scopeId}` })).toEqual([
      404,
      'SCOPE_NOT_FOUND',
    ]);
    for (const query of [
      { filters: '{"colour":"red"}' },
      { filters: '[]' },
      { filters: 'types' },
      { options: '{"limit":1}' },
      { order_by: 'colour' },
    ]) {
      expect(await code(query)).toEqual([400, 'PARAMETER_VALIDATION_ERROR']);
    }
  });

  it('page and filter the children of a twin', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'top' });
    await call.make(user, { title: 'child', parentId: top.id });
    const children = async (query: RouteCall<typeof listTwinChildren>['query']) => {
      const { status, body } = await server.call(listTwinChildren, { params: { id: top.id }, query }, { as: user });
      return [status, body.data?.map(({ title }) => title)];
    };
    expect(await children({ user_id: user.id, tenant_id: user.account.id, options: '{}' })).toEqual([200, ['child']]);
    expect(await children({ options: '{"category":"virtualDevice"}' })).toEqual([200, []]);
    expect(await children({ user_id: (await server.make.user()).id })).toEqual([404, undefined]);
  });
});
