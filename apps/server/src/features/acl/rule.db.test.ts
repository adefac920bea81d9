import { createRole, createRule, listRules } from '@stellwerk/contract/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let system: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  system = await server.make.user({ permissions: ['super.system.manage'] });
});
afterAll(() => server.close());

const create = (subject: string, action: string, user = system) =>
  server.call(createRule, { body: { subject, action, description: 'For the shop' } }, { as: user });

describe('GET /acl/rule', () => {
  it('lists the platform’s permissions with their modules', async () => {
    const reader = await server.make.user({ permissions: ['UserManagement.read'] });
    const { body } = await server.call(listRules, {}, { as: reader });
    expect(body.data).toContainEqual({
      name: 'IsFmTicket.create',
      subject: 'IsFmTicket',
      action: 'create',
      description: '',
      module: 'fm-ticket',
      builtIn: true,
    });
    expect(body.data.some(({ name }) => name === 'super.system.manage')).toBe(true);
  });
});

describe('POST /acl/rule', () => {
  it('adds one that roles can hold from then on', async () => {
    expect((await create('Shop', 'order')).status).toBe(201);
    const { body } = await server.call(listRules, {}, { as: system });
    expect(body.data).toContainEqual(
      expect.objectContaining({ name: 'Shop.order', builtIn: false, description: 'For the shop' }),
    );
    const role = { name: 'Buyer', permissions: ['Shop.order'], scopeId: system.account.scopeId };
    expect((await server.call(createRole, { body: role }, { as: system })).status).toBe(201);
  });

  it('refuses one that is there, however it is written, and those of the platform', async () => {
    await create('Canteen', 'order');
    for (const [subject, action] of [
      ['canteen', 'order'],
      ['digitaltwin', 'read'],
      ['DigitalTwin', 'impersonate'],
    ] as const) {
      const answer = await create(subject, action);
      expect([answer.status, answer.body.code]).toEqual([409, 'ABAC_RULE_CREATE_DUPLICATE_NAME']);
    }
  });

  it('lets one of two simultaneous ones win', async () => {
    const answers = await Promise.all([create('Garage', 'open'), create('garage', 'open')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('refuses odd names, and everybody but the system administrator', async () => {
    expect((await create('A.b', 'open')).status).toBe(400);
    expect((await create('Shop', 'Open!')).status).toBe(400);
    const administrator = await server.make.user({ permissions: ['all.manage'] });
    expect((await create('Kiosk', 'open', administrator)).status).toBe(403);
  });
});
