import type { RouteCall } from '@stellwerk/contract/core/route';
import { createFavourite, deleteFavourite, listFavourites, updateFavourite } from '@stellwerk/contract/favourite';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';
import { twinCalls } from '../twins/testing/twins.ts';
import { favourites } from './favourite.table.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const star = (as: TestUser, twinId: number) => server.call(createFavourite, { body: { type: 'twin', twinId } }, { as });
const list = async (as: TestUser, query: RouteCall<typeof listFavourites>['query'] = {}) =>
  (await server.call(listFavourites, { query }, { as })).body;
const update = (as: TestUser, id: number, body: RouteCall<typeof updateFavourite>['body']) =>
  server.call(updateFavourite, { params: { id }, body }, { as });

/** Stars of twins called a, b, c … in this order. */
async function starred(user: TestUser, letters: string) {
  const ids: number[] = [];
  for (const title of letters) {
    const twin = await call.make(user, { title });
    ids.push((await star(user, twin.id)).body.data.id);
  }
  return ids;
}
const order = async (user: TestUser) => (await list(user)).data.map(({ object }) => object.title).join('');

describe('favourites', () => {
  it('are one’s own, in the order in which they were starred', async () => {
    const user = await call.editor();
    const [first] = await starred(user, 'ab');
    const all = await list(user);
    expect(all).toMatchObject({ total: 2, data: [{ id: first, type: 'twin', size: 'medium', position: 0 }, {}] });
    expect(all.data[0]?.object).toMatchObject({ title: 'a', status: 'unknown', tenantName: expect.any(String) });
    expect((await list(user, { offset: 1, limit: 1 })).data).toMatchObject([{ position: 1, object: { title: 'b' } }]);
    const other = await server.make.user({ account: user.account, permissions: ['DigitalTwin.read'] });
    expect((await list(other)).total).toBe(0);
    expect((await update(other, first ?? 0, { size: 'large' })).body.code).toBe('FAVOURITE_NOT_FOUND');
    expect((await server.call(deleteFavourite, { params: { id: first ?? 0 } }, { as: other })).status).toBe(404);
  });

  it('stand once, also when starred twice at the same time', async () => {
    const user = await call.editor();
    const twin = await call.make(user, { title: 'twin' });
    const answers = await Promise.all([star(user, twin.id), star(user, twin.id), star(user, twin.id)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await call.read(user, twin.id)).isFavourite).toBe(true);
    expect((await star(user, (await server.make.twin()).id)).body.code).toBe('DTWIN_NOT_FOUND');
  });

  it('move, grow and go', async () => {
    const user = await call.editor();
    const [a = 0, , c = 0] = await starred(user, 'abcd');
    expect((await update(user, c, { position: 0, size: 'large' })).body.data).toMatchObject({
      position: 0,
      size: 'large',
    });
    expect(await order(user)).toBe('cabd');
    await update(user, c, { position: 2 });
    expect(await order(user)).toBe('abcd');
    await update(user, a, { position: 999 });
    expect(await order(user)).toBe('bcda');
    expect((await server.call(deleteFavourite, { params: { id: c } }, { as: user })).status).toBe(200);
    expect(await order(user)).toBe('bda');
  });

  it('of twins that somebody no longer sees are not shown, and keep their place', async () => {
    const user = await call.editor();
    const hidden = await call.giveScope(user, (await call.make(user, { title: 'b' })).id);
    const guest = await server.make.user();
    await call.grant(guest, user.account.scopeId, ['DigitalTwin.list']);
    const [a, c] = [await call.make(user, { title: 'a' }), await call.make(user, { title: 'c' })];
    for (const twin of [a, hidden, c]) await star(guest, twin.id);
    await call.grant(guest, hidden.scopeId, ['!DigitalTwin.list']);
    expect(await order(guest)).toBe('ac');
    const [, last] = (await list(guest)).data;
    expect(last?.position).toBe(1);
    await update(guest, last?.id ?? 0, { position: 0 });
    expect(await order(guest)).toBe('ca');
    await server.database.db
      .delete(userRoles)
      .where(and(eq(userRoles.userId, guest.id), eq(userRoles.scopeId, hidden.scopeId)));
    expect(await order(guest)).toBe('cab');
  });

  it('are a thousand at most', async () => {
    const user = await call.editor();
    const { db } = server.database;
    const twin = await call.make(user, { title: 'twin' });
    const many = await server.make.twin({ account: user.account });
    await db.execute(`
      insert into twins (account_id, path, scope_id, title, search_text)
      select account_id, path, scope_id, 'n' || n, '' from twins, generate_series(1, 1000) as n where id = ${many.id}`);
    await db.execute(`
      insert into favourites (user_id, twin_id, position)
      select ${user.id}, id, row_number() over () from twins where account_id = ${user.account.id} and title like 'n%'`);
    expect(await db.$count(favourites, eq(favourites.userId, user.id))).toBe(1_000);
    const refused = await star(user, twin.id);
    expect([refused.status, refused.body.code]).toEqual([409, 'FAVOURITES_TOO_MANY']);
  });
});
