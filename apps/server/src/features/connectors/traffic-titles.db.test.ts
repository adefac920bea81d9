import { listTraffic } from '@stellwerk/contract/connector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { userRoles } from '../../platform/tenancy/user.table.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.field.ingestion.start();
});
afterAll(() => server.close());

describe('the packets of a connector', () => {
  it('contain titles of devices only for callers who may read them', async () => {
    const boss = await server.make.user({ permissions: ['all.manage'] });
    const [open, closed] = [
      await server.make.account({ parent: boss.account }),
      await server.make.account({ parent: boss.account }),
    ];
    const { db } = server.database;
    const permissions = ['!VirtualDevice.read', '!VirtualDevice.manage', '!all.manage'];
    const roleId = await createRole(db, { scopeId: closed.scopeId, name: 'Not here', permissions });
    await db.insert(userRoles).values({ userId: boss.id, scopeId: closed.scopeId, roleId });
    const connector = await server.make.connector({ account: boss.account });
    const shown = await server.make.device({ account: open, connector });
    const hidden = await server.make.device({ account: closed, connector });
    const messages = [shown, hidden].map(({ externalId }) => ({ id: externalId, payload: 1 }));
    await server.field.ingestion.accept({ connectorId: connector.id, accountId: boss.account.id }, messages);
    await server.field.ingestion.idle();
    const { body } = await server.call(listTraffic, { params: { id: connector.id }, query: {} }, { as: boss });
    const named = new Map(body.data.map(({ identifier, device }) => [identifier, device]));
    expect(named.get(shown.externalId)).toEqual({ id: shown.id, title: shown.title });
    expect(named.get(hidden.externalId)).toBeNull();
  });
});
