import { randomUUID } from 'node:crypto';
import type { RouteCall } from '@stellwerk/contract/core/route';
import { createTwin, createTwinScope, listTwins, readTwin, type Twin, updateTwin } from '@stellwerk/contract/twin';
import type { TestUser } from '../../../../test/factories.ts';
import type { TestServer } from '../../../../test/server.ts';
import { createRole } from '../../../platform/tenancy/role.store.ts';
import { userRoles } from '../../../platform/tenancy/user.table.ts';

type NewTwin = RouteCall<typeof createTwin>['body'];

/** Calls that most tests of twins use. */
export function twinCalls(server: TestServer) {
  const read = async (as: TestUser, id: number): Promise<Twin> => {
    const { status, body } = await server.call(readTwin, { params: { id }, query: {} }, { as });
    if (status !== 200) throw new Error(`${status} ${body.code}`);
    return body.data;
  };

  /** At the top of the user's account by default. */
  async function make(as: TestUser, body: Partial<NewTwin> & { title: string }): Promise<Twin> {
    const place = body.parentId === undefined ? { tenantId: as.account.id } : {};
    const { status, body: answer } = await server.call(createTwin, { body: { ...place, ...body } }, { as });
    if (status !== 201) throw new Error(`${status} ${answer.code}`);
    return answer.data;
  }

  async function giveScope(as: TestUser, id: number): Promise<Twin> {
    const { status, body } = await server.call(createTwinScope, { params: { id } }, { as });
    if (status !== 200) throw new Error(`${status} ${body.code}`);
    return body.data;
  }

  /** Assigns a role with exactly these permissions in one scope. */
  async function grant(user: TestUser, scopeId: number, permissions: string[]): Promise<number> {
    const { db } = server.database;
    const roleId = await createRole(db, { scopeId, name: randomUUID(), permissions });
    await db.insert(userRoles).values({ userId: user.id, scopeId, roleId });
    return roleId;
  }

  return {
    read,
    make,
    giveScope,
    grant,
    editor: () => server.make.user({ permissions: ['DigitalTwin.manage'] }),
    create: (as: TestUser, body: NewTwin) => server.call(createTwin, { body }, { as }),
    update: (as: TestUser, id: number, body: RouteCall<typeof updateTwin>['body']) =>
      server.call(updateTwin, { params: { id }, body }, { as }),
    list: (as: TestUser, query: RouteCall<typeof listTwins>['query']) => server.call(listTwins, { query }, { as }),
    async titles(as: TestUser, query: RouteCall<typeof listTwins>['query']): Promise<string[]> {
      const { body } = await server.call(listTwins, { query }, { as });
      return body.data.map(({ title }) => title);
    },
  };
}
