import { readAccount, updateAccount } from '@stellwerk/contract/account';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount, TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { grantsOf } from '../users/index.ts';

/** `npm run test:faults` tries more orders. */
const runs = Number(process.env.FAULT_RUNS ?? 1);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const administrator = (account?: TestAccount) =>
  server.make.user({ permissions: ['all.manage'], ...(account ? { account } : {}) });
const move = (as: TestUser, id: number, parentId: number) =>
  server.call(updateAccount, { params: { id }, body: { parentId } }, { as });

async function family() {
  const admin = await administrator();
  const root = admin.account;
  const [left, right] = [await server.make.account({ parent: root }), await server.make.account({ parent: root })];
  const leaf = await server.make.account({ parent: left });
  return { admin, root, left, right, leaf };
}

/** Scopes whose path is not their parent's with the own id behind it, or not where their account stands. */
async function inconsistencies() {
  const found = await server.database.db.execute(sql`
    select scope.id from scopes scope left join scopes above on above.id = scope.parent_id
    left join accounts account on account.scope_id = scope.id left join accounts parent on parent.id = account.parent_id
    where scope.path::text <> concat_ws('.', above.path::text, scope.id)
      or account.id is not null and parent.scope_id is distinct from scope.parent_id`);
  return found.rows;
}

describe('moving an account', () => {
  it('takes everything below along', async () => {
    const { admin, root, left, right, leaf } = await family();
    const { status, body } = await move(admin, left.id, right.id);
    expect(status).toBe(200);
    expect(body.data.path.map(({ id }) => id)).toEqual([root.id, right.id]);
    const moved = await server.call(readAccount, { params: { id: leaf.id }, query: {} }, { as: admin });
    expect(moved.body.data.path.map(({ id }) => id)).toEqual([root.id, right.id, left.id]);
    expect(await inconsistencies()).toEqual([]);
  });

  it('is refused into itself, into one below, and for the topmost account', async () => {
    const { admin, root, left, leaf } = await family();
    for (const target of [left, leaf]) {
      const refused = await move(admin, left.id, target.id);
      expect([refused.status, refused.body.code]).toEqual([409, 'ACCOUNT_MOVE_INTO_DESCENDANT']);
    }
    expect((await move(admin, root.id, left.id)).body.code).toBe('ACCOUNT_DELETE_TOPMOST');
  });

  it('needs all.manage in the present and in the new account above', async () => {
    const { left, right, leaf } = await family();
    const below = await server.make.account({ parent: leaf });
    expect((await move(await administrator(leaf), leaf.id, below.id)).status).toBe(403);
    expect((await move(await administrator(left), leaf.id, right.id)).status).toBe(404);
    const both = await administrator(right);
    const role = await createRole(server.database.db, {
      scopeId: leaf.scopeId,
      name: 'own',
      permissions: ['all.manage'],
    });
    await server.database.pool.query('insert into user_roles values ($1, $2, $3)', [both.id, leaf.scopeId, role]);
    const refused = await move(both, leaf.id, right.id);
    expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('is refused where the name is taken', async () => {
    const { admin, root, left, leaf } = await family();
    const rename = (id: number) =>
      server.call(updateAccount, { params: { id }, body: { name: 'Twin' } }, { as: admin });
    const twin = await server.make.account({ parent: root });
    await Promise.all([rename(twin.id), rename(leaf.id)]);
    expect((await move(admin, twin.id, left.id)).body.code).toBe('TENANT_CREATE_DUPLICATE_ENTRY');
  });

  it('copies roles of accounts that no longer lie above, so that nobody’s permissions change', async () => {
    const { admin, root, left, right, leaf } = await family();
    const { db, pool } = server.database;
    const user = await server.make.user({ account: leaf, permissions: ['DigitalTwin.read'] });
    const role = (scopeId: number, permissions: string[]) => createRole(db, { scopeId, name: 'Guard', permissions });
    const roles = [await role(left.scopeId, ['!DigitalTwin.list']), await role(root.scopeId, ['DigitalTwin.write'])];
    await role(leaf.scopeId, []);
    for (const id of roles) await pool.query('insert into user_roles values ($1, $2, $3)', [user.id, leaf.scopeId, id]);
    const rights = async () => (await grantsOf(db, user.id)).flatMap(({ permissions }) => permissions).sort();
    const before = await rights();
    expect((await move(admin, leaf.id, right.id)).status).toBe(200);
    expect(await rights()).toEqual(before);
    const held = await db.execute<{ role: number; home: number }>(sql`
      select role.id as role, role.scope_id as home from user_roles join roles role on role.id = role_id
      where user_id = ${user.id} order by role.id`);
    expect(held.rows.map(({ home }) => home)).toEqual([leaf.scopeId, root.scopeId, leaf.scopeId]);
    expect(held.rows.map(({ role: id }) => id)).not.toContain(roles[0]);
  });

  it('makes no circle when two move into each other at once', async () => {
    const { admin, left, right } = await family();
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([move(admin, left.id, right.id), move(admin, right.id, left.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await inconsistencies()).toEqual([]);
      await Promise.all([left, right].map(({ id }) => move(admin, id, admin.account.id)));
    }
  });

  it('loses no account that is created below it meanwhile', async () => {
    const { admin, left, right, leaf } = await family();
    await Promise.all([
      ...Array.from({ length: 8 }, () => server.make.account({ parent: leaf })),
      move(admin, left.id, right.id),
      ...Array.from({ length: 8 }, () => server.make.account({ parent: leaf })),
    ]);
    expect(await inconsistencies()).toEqual([]);
  });

  it('keeps every tree consistent through any order of moves', async () => {
    const size = 6;
    const moves = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size)), { maxLength: 12 });
    const parents = fc.tuple(...Array.from({ length: size }, (_, index) => fc.nat(index)));
    await fc.assert(
      fc.asyncProperty(parents, moves, async (above, steps) => {
        const admin = await administrator();
        const tree = [admin.account];
        const parentOf = new Map<number, number>();
        for (const place of above) {
          const parent = tree[place] ?? admin.account;
          const account = await server.make.account({ parent });
          parentOf.set(account.id, parent.id);
          tree.push(account);
        }
        const lineOf = (id: number): number[] => {
          const parent = parentOf.get(id);
          return parent === undefined ? [] : [...lineOf(parent), parent];
        };
        for (const [which, where] of steps) {
          const [account, target] = [tree[which + 1], tree[where]];
          if (!account || !target) throw new Error('outside of the tree');
          const isCircle = account.id === target.id || lineOf(target.id).includes(account.id);
          const { status } = await move(admin, account.id, target.id);
          expect(status).toBe(isCircle ? 409 : 200);
          if (!isCircle) parentOf.set(account.id, target.id);
        }
        for (const { id } of tree) {
          const { body } = await server.call(readAccount, { params: { id }, query: {} }, { as: admin });
          expect(body.data.path.map((each) => each.id)).toEqual(lineOf(id));
        }
        expect(await inconsistencies()).toEqual([]);
      }),
      { numRuns: 4 * runs },
    );
  });
});
