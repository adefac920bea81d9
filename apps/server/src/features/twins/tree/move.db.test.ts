import { updateAccount } from '@stellwerk/contract/account';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { roles } from '../../../platform/tenancy/role.table.ts';
import { scopes } from '../../../platform/tenancy/scope.table.ts';
import { userRoles } from '../../../platform/tenancy/user.table.ts';
import { findInconsistencies } from '../testing/consistency.ts';
import { twinCalls } from '../testing/twins.ts';

let server: TestServer;
let call: ReturnType<typeof twinCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = twinCalls(server);
});
afterAll(() => server.close());

const move = async (as: TestUser, id: number, parentId: number | null) => {
  const { status, body } = await call.update(as, id, { parentId });
  return body.code ?? status;
};
const problems = (user: TestUser) => findInconsistencies(server.database.db, user.account.id);
const scopeOf = async (id: number) => {
  const [found] = await server.database.db.select().from(scopes).where(eq(scopes.id, id));
  return found;
};

describe('a move', () => {
  it('takes everything below along', async () => {
    const user = await call.editor();
    const [a, b] = [await call.make(user, { title: 'A' }), await call.make(user, { title: 'B' })];
    const inner = await call.make(user, { title: 'inner', parentId: a.id });
    const leaf = await call.make(user, { title: 'leaf', parentId: inner.id });
    expect(await move(user, inner.id, b.id)).toBe(200);
    expect((await call.read(user, leaf.id)).ancestors.map(({ title }) => title)).toEqual(['B', 'inner']);
    expect(await call.titles(user, { twinId: b.id })).toEqual(['B', 'inner', 'leaf']);
    expect(await move(user, inner.id, null)).toBe(200);
    expect((await call.read(user, leaf.id)).ancestors.map(({ title }) => title)).toEqual(['inner']);
    expect(await problems(user)).toEqual([]);
  });

  it('goes neither to itself, nor below itself, nor to another account', async () => {
    const user = await call.editor();
    const below = await server.make.account({ parent: user.account });
    const top = await call.make(user, { title: 'top' });
    const leaf = await call.make(user, { title: 'leaf', parentId: top.id });
    const other = await call.make(user, { title: 'other', tenantId: below.id });
    expect(await move(user, top.id, top.id)).toBe('DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT');
    expect(await move(user, top.id, leaf.id)).toBe('DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT');
    expect(await move(user, leaf.id, other.id)).toBe('DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED');
    expect(await move(user, leaf.id, (await server.make.twin()).id)).toBe('DTWIN_NOT_FOUND');
  });

  it('stops at the title of a new sibling and at the greatest depth', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'x' });
    const twin = await call.make(user, { title: 'same', parentId: top.id });
    await call.make(user, { title: 'Same' });
    expect(await move(user, twin.id, null)).toBe('DTWIN_CREATE_DUPLICATE_ENTRY');
    let last = top.id;
    for (let depth = 2; depth <= 29; depth += 1) last = (await call.make(user, { title: 'x', parentId: last })).id;
    const pair = await call.make(user, { title: 'pair' });
    await call.make(user, { title: 'half', parentId: pair.id });
    expect(await move(user, pair.id, last)).toBe('DTWIN_TOO_DEEP');
    expect(await move(user, twin.id, last)).toBe(200);
  });

  it('needs the permission where the twin was and where it goes', async () => {
    const user = await call.editor();
    const left = await call.giveScope(user, (await call.make(user, { title: 'left' })).id);
    const right = await call.giveScope(user, (await call.make(user, { title: 'right' })).id);
    const twin = await call.giveScope(user, (await call.make(user, { title: 'twin', parentId: left.id })).id);
    const both = await server.make.user();
    await call.grant(both, twin.scopeId, ['DigitalTwin.write']);
    await call.grant(both, right.scopeId, ['DigitalTwin.write']);
    expect(await move(both, twin.id, right.id)).toBe('PERMISSION_DENIED');
    // They see no parent, so a form that says so moves nothing.
    expect(await move(both, twin.id, null)).toBe(200);
    expect((await call.read(user, twin.id)).parentId).toBe(left.id);
    await call.grant(both, left.scopeId, ['DigitalTwin.write']);
    expect(await move(both, twin.id, null)).toBe('PERMISSION_DENIED');
    expect(await move(both, twin.id, right.id)).toBe(200);
    expect(await problems(user)).toEqual([]);
  });

  it('leaves no circle behind when two go into each other at once', async () => {
    const user = await call.editor();
    const [a, b] = [await call.make(user, { title: 'A' }), await call.make(user, { title: 'B' })];
    const results = await Promise.all([move(user, a.id, b.id), move(user, b.id, a.id)]);
    expect(results.sort()).toEqual([200, 'DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT']);
    expect(await problems(user)).toEqual([]);
  });

  it('keeps paths, scopes and parents in agreement, whatever moves where', async () => {
    const user = await call.editor();
    const ids: number[] = [];
    for (let index = 0; index < 8; index += 1) ids.push((await call.make(user, { title: `twin ${index}` })).id);
    for (const id of ids.slice(0, 4)) await call.giveScope(user, id);
    const at = fc.nat(ids.length - 1);
    const step = fc.record({ what: at, where: fc.option(at, { freq: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { what, where } of steps) {
          const code = await move(user, ids[what] ?? 0, where === null ? null : (ids[where] ?? 0));
          expect([200, 'DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT']).toContain(code);
        }
        expect(await problems(user)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});

describe('POST /api/v1/digitaltwin/{id}/create-scope', () => {
  it('moves the twin and what lived with it to a scope of the same name', async () => {
    const user = await call.editor();
    const top = await call.make(user, { title: 'Top' });
    const inner = await call.giveScope(user, (await call.make(user, { title: 'Inner', parentId: top.id })).id);
    const leaf = await call.make(user, { title: 'Leaf', parentId: inner.id });
    const beside = await call.make(user, { title: 'Beside', parentId: top.id });
    expect(leaf.scopeId).toBe(inner.scopeId);
    const scoped = await call.giveScope(user, top.id);
    expect(scoped).toMatchObject({ ownsScope: true, abilities: { createScope: false } });
    expect((await call.read(user, beside.id)).scopeId).toBe(scoped.scopeId);
    expect((await call.read(user, leaf.id)).scopeId).toBe(inner.scopeId);
    expect(await scopeOf(scoped.scopeId)).toMatchObject({
      name: 'Top',
      parentId: user.account.scopeId,
      accountId: user.account.id,
    });
    expect(await scopeOf(inner.scopeId)).toMatchObject({ parentId: scoped.scopeId });
    await call.update(user, top.id, { title: 'Renamed' });
    expect(await scopeOf(scoped.scopeId)).toMatchObject({ name: 'Renamed' });
    await expect(call.giveScope(user, top.id)).rejects.toThrow('SCOPE_CREATE_DUPLICATE_ENTRY');
    expect(await problems(user)).toEqual([]);
  });

  it('follows its account to another place', async () => {
    const user = await server.make.user({ permissions: ['all.manage'] });
    const [from, to] = [
      await server.make.account({ parent: user.account }),
      await server.make.account({ parent: user.account }),
    ];
    const twin = await call.make(user, { title: 'Twin', tenantId: from.id });
    const scoped = await call.giveScope(user, twin.id);
    const moved = await server.call(
      updateAccount,
      { params: { id: from.id }, body: { parentId: to.id } },
      { as: user },
    );
    expect(moved.status).toBe(200);
    expect(await scopeOf(scoped.scopeId)).toMatchObject({ path: `${to.scopePath}.${from.scopeId}.${scoped.scopeId}` });
    expect(await findInconsistencies(server.database.db, from.id)).toEqual([]);
  });

  it('leaves no role behind that strangers could change', async () => {
    const user = await call.editor();
    const left = await call.giveScope(user, (await call.make(user, { title: 'left' })).id);
    const right = await call.giveScope(user, (await call.make(user, { title: 'right' })).id);
    const twin = await call.giveScope(user, (await call.make(user, { title: 'twin', parentId: left.id })).id);
    const { db } = server.database;
    const holder = await server.make.user();
    const roleId = await call.grant(holder, left.scopeId, ['DigitalTwin.read']);
    await db.insert(userRoles).values({ userId: holder.id, scopeId: twin.scopeId, roleId });
    expect(await move(user, twin.id, right.id)).toBe(200);
    const [held] = await db
      .select({ scopeId: roles.scopeId, permissions: roles.permissions })
      .from(userRoles)
      .innerJoin(roles, eq(roles.id, userRoles.roleId))
      .where(eq(userRoles.scopeId, twin.scopeId));
    expect(held).toEqual({ scopeId: twin.scopeId, permissions: ['DigitalTwin.read'] });
  });
});
