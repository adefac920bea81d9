import type { RouteCall } from '@stellwerk/contract/core/route';
import { createFavourite } from '@stellwerk/contract/favourite';
import { listTwinChildren, readPartialTree } from '@stellwerk/contract/twin-tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { twinCalls } from '../testing/twins.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const tree = async (as: TestUser, query: RouteCall<typeof readPartialTree>['query']) =>
  (await server.call(readPartialTree, { query }, { as })).body.data;
const children = async (as: TestUser, id: number, query: RouteCall<typeof listTwinChildren>['query'] = {}) =>
  (await server.call(listTwinChildren, { params: { id }, query }, { as })).body;

/** Two buildings with floors and rooms; the first floor has a scope of its own. */
async function house() {
  const user = await call.editor();
  const [east, west] = [await call.make(user, { title: 'East' }), await call.make(user, { title: 'West' })];
  const floor = await call.giveScope(user, (await call.make(user, { title: 'Floor', parentId: east.id })).id);
  const room = await call.make(user, { title: 'Room', parentId: floor.id, type: 'room', tags: ['warm'] });
  const cellar = await call.make(user, { title: 'Cellar', parentId: east.id });
  return { user, east, west, floor, room, cellar };
}

describe('GET /api/v1/digitaltwin/partial-tree/', () => {
  it('begins with the topmost twins', async () => {
    const { user, east, west } = await house();
    const top = await tree(user, {});
    expect(top.nodes.map(({ id, parentId, childCount }) => [id, parentId, childCount])).toEqual([
      [east.id, null, 2],
      [west.id, null, 0],
    ]);
    expect([top.total, top.matches]).toEqual([2, []]);
    expect(await tree(user, { limit: 1, offset: 1 })).toMatchObject({ nodes: [{ id: west.id }], total: 2 });
    expect((await tree(user, { tenantId: user.account.id })).total).toBe(2);
    expect((await tree(user, { category: 'virtualDevice' })).total).toBe(0);
    expect((await tree(user, { twinId: east.id })).nodes.map(({ id }) => id)).toEqual([east.id]);
  });

  it('shows the way down to whatever is looked for', async () => {
    const { user, east, floor, room } = await house();
    const found = await tree(user, { search: 'room' });
    expect(found).toMatchObject({ matches: [room.id], total: 1 });
    expect(found.nodes.map(({ id, parentId }) => [id, parentId])).toEqual([
      [east.id, null],
      [floor.id, east.id],
      [room.id, floor.id],
    ]);
    for (const query of [{ types: 'room' }, { tags: 'warm' }, { openTo: room.id }]) {
      expect((await tree(user, query)).nodes.map(({ id }) => id)).toEqual([east.id, floor.id, room.id]);
    }
    await server.call(createFavourite, { body: { type: 'twin', twinId: room.id } }, { as: user });
    expect(await tree(user, { favourites: 'true' })).toMatchObject({ matches: [room.id] });
    expect((await tree(user, { search: 'nowhere' })).nodes).toEqual([]);
  });

  it('begins at a twin in the middle for those who see no more', async () => {
    const { user, floor, room, east } = await house();
    const deep = await server.make.user();
    await call.grant(deep, floor.scopeId, ['DigitalTwin.list']);
    const top = await tree(deep, {});
    expect(top.nodes.map(({ id, parentId, childCount, abilities }) => [id, parentId, childCount, abilities])).toEqual([
      [floor.id, null, 1, { update: false }],
    ]);
    expect((await tree(deep, { openTo: room.id })).nodes.map(({ id }) => id)).toEqual([floor.id, room.id]);
    expect((await tree(deep, { search: 'room' })).nodes.map(({ id }) => id)).toEqual([floor.id, room.id]);
    const refused = await server.call(readPartialTree, { query: { openTo: east.id } }, { as: deep });
    expect(refused.body.code).toBe('DTWIN_NOT_FOUND');
    await call.grant(deep, user.account.scopeId, ['DigitalTwin.write']);
    expect((await tree(deep, {})).nodes.map(({ title, parentId }) => [title, parentId])).toEqual([
      ['East', null],
      ['West', null],
    ]);
  });

  it('leaves out what somebody is denied', async () => {
    const { user, east, floor } = await house();
    const most = await server.make.user();
    await call.grant(most, user.account.scopeId, ['DigitalTwin.read']);
    await call.grant(most, floor.scopeId, ['!DigitalTwin.list']);
    expect((await tree(most, {})).nodes.map(({ title, childCount }) => [title, childCount])).toEqual([
      ['East', 1],
      ['West', 0],
    ]);
    expect((await children(most, east.id)).data.map(({ title }) => title)).toEqual(['Cellar']);
    expect((await tree(most, { search: 'room' })).nodes).toEqual([]);
  });
});

describe('GET /api/v1/digitaltwin/children/{id}', () => {
  it('pages through the children by title', async () => {
    const { user, east, floor, cellar } = await house();
    const all = await children(user, east.id);
    expect(all.data.map(({ id, childCount }) => [id, childCount])).toEqual([
      [cellar.id, 0],
      [floor.id, 1],
    ]);
    const second = await children(user, east.id, { offset: 1, limit: 1 });
    expect([second.total, second.data.map(({ id }) => id)]).toEqual([2, [floor.id]]);
    expect((await children(user, east.id, { category: 'virtualDevice' })).total).toBe(0);
    expect((await children(await call.editor(), east.id)).code).toBe('DTWIN_NOT_FOUND');
  });
});
