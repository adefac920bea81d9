import {
  createDriver,
  deleteDriver,
  listDrivers,
  readDriver,
  readDriverVersion,
  updateDriver,
} from '@stellwerk/contract/driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { driverCalls, script } from './testing/drivers.ts';

let server: TestServer;
let call: ReturnType<typeof driverCalls>;
beforeAll(async () => {
  server = await startTestServer();
  call = driverCalls(server);
});
afterAll(() => server.close());

const variable = (name: string, expression = '') => ({ name, expression });

describe('POST /api/v1/devicedrivers', () => {
  it('creates a driver with the given draft', async () => {
    const user = await call.manager();
    const made = await call.make(user, {
      title: '  Thermometer ',
      manufacturer: 'Maker',
      properties: { model: 'T1', batteryLife: '10 years' },
      draft: { parser: script('module.exports = () => ({ a: 1 })'), variables: [variable('a')], notes: 'first' },
    });
    expect(made).toMatchObject({
      title: 'Thermometer',
      manufacturer: 'Maker',
      visibility: 'account',
      accountId: user.account.id,
      parserType: 'javascript',
      publishedVersion: null,
      hasDraft: true,
      deviceCount: 0,
      hasImage: false,
      properties: { model: 'T1', batteryLife: '10 years' },
      attachments: [],
      versions: [],
      draft: { number: 0, publishedAt: null, notes: 'first', variables: [{ name: 'a', valueType: 'number' }] },
      abilities: { update: true, delete: true },
    });
  });

  it('creates an empty draft by default', async () => {
    const user = await call.manager();
    expect((await call.make(user)).draft).toMatchObject({
      parser: { type: 'none' },
      variables: [],
      health: [],
      downlinks: [],
    });
  });

  it.each([
    ['a parser', { parser: script('var a = ;') }, 'draft.parser.script'],
    ['an expression', { variables: [variable('a'), variable('b', 'v.a +')] }, 'draft.variables.1.expression'],
    [
      'a health check',
      {
        health: [
          {
            identifier: 'low',
            category: 'battery' as const,
            severity: 'error' as const,
            check: 'return (',
            message: 'x',
          },
        ],
      },
      'draft.health.0.check',
    ],
  ])('refuses %s that does not compile', async (_, draft, path) => {
    const user = await call.manager();
    const body = { title: 'a', accountId: user.account.id, draft };
    const answer = await server.call(createDriver, { body }, { as: user });
    expect([answer.status, answer.body.code]).toEqual([422, 'SCRIPT_ERROR']);
    expect(answer.body).toMatchObject({ issues: [{ path }] });
  });

  it('requires a confirmation of variables that differ only in case', async () => {
    const user = await call.manager();
    const body = { title: 'a', accountId: user.account.id, draft: { variables: [variable('Temp'), variable('temp')] } };
    const refused = await server.call(createDriver, { body }, { as: user });
    expect(refused.body).toMatchObject({
      code: 'DEVICEDRIVER_VARIABLES_DIFFER_IN_CASE',
      params: { names: 'Temp, temp' },
    });
    const accepted = await server.call(createDriver, { body: { ...body, acceptCase: true } }, { as: user });
    expect(accepted.status).toBe(201);
  });

  it.each([
    ['no title', { title: ' ' }],
    ['two variables of one name', { draft: { variables: [variable('a'), variable('a')] } }],
    [
      'a float of 24 bits',
      { draft: { parser: { type: 'single' as const, fields: [{ name: 'a', bits: 24, type: 'float' as const }] } } },
    ],
    ['a parser at a file', { draft: { parser: { type: 'url' as const, url: 'file:///etc/passwd' } } }],
    ['a downlink that is no hex', { draft: { downlinks: [{ name: 'a', payload: 'xyz' }] } }],
    ['a downlink of half a byte', { draft: { downlinks: [{ name: 'a', payload: '0a1' }] } }],
    [
      'a downlink that is no base64',
      { draft: { downlinks: [{ name: 'a', payload: '###', encoding: 'base64' as const }] } },
    ],
  ])('refuses %s', async (_, body) => {
    const user = await call.manager();
    const given = { title: 'a', accountId: user.account.id, ...body };
    const answer = await server.call(createDriver, { body: given }, { as: user });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('needs the permission to manage drivers in that account', async () => {
    const user = await call.reader();
    const make = (as: TestUser, accountId: number) =>
      server.call(createDriver, { body: { title: 'a', accountId } }, { as });
    expect((await make(user, user.account.id)).status).toBe(403);
    const foreign = await server.make.account();
    expect((await make(await call.manager(), foreign.id)).status).toBe(404);
  });
});

describe('GET /api/v1/devicedrivers/list', () => {
  it('searches, filters and sorts the drivers of seen accounts and those for everybody', async () => {
    const user = await call.manager();
    const stranger = await call.manager();
    const word = `w${user.account.id}x`;
    await call.make(user, { title: `beta ${word}`, manufacturer: 'Zeta' });
    await call.make(user, { title: 'Alpha', description: `with ${word} inside`, manufacturer: 'Eta' });
    await call.make(stranger, { title: `hidden ${word}` });
    await call.make(stranger, {
      title: `shared ${word}`,
      visibility: 'everyone',
      draft: { parser: script('module.exports = () => ({})') },
    });
    const list = async (query: object) => {
      const { body } = await server.call(listDrivers, { query: { search: word, ...query } }, { as: user });
      return body.data.map(({ title }) => title.replace(` ${word}`, ''));
    };
    expect(await list({})).toEqual(['Alpha', 'beta', 'shared']);
    expect(await list({ sort: '-manufacturer' })).toEqual(['beta', 'Alpha', 'shared']);
    expect(await list({ limit: 1, offset: 1 })).toEqual(['beta']);
    expect(await list({ visibility: 'everyone' })).toEqual(['shared']);
    expect(await list({ parserType: 'javascript' })).toEqual(['shared']);
    expect(await list({ tenantId: user.account.id })).toEqual(['Alpha', 'beta']);
    expect(await list({ search: `${word} ETA al` })).toEqual(['Alpha']);
    expect(await list({ search: '100%' })).toEqual([]);
  });

  it('offers devices of an account only drivers that they may have', async () => {
    const user = await call.manager();
    const below = await server.make.account({ parent: user.account });
    const word = `u${user.account.id}x`;
    await call.make(user, { title: `above ${word}` });
    await call.make(user, { title: `below ${word}`, accountId: below.id });
    await call.make(await call.manager(), { title: `shared ${word}`, visibility: 'everyone' });
    const list = async (usableIn: number) => {
      const { body } = await server.call(listDrivers, { query: { search: word, usableIn } }, { as: user });
      return body.data.map(({ title }) => title.replace(` ${word}`, ''));
    };
    expect(await list(user.account.id)).toEqual(['above', 'shared']);
    expect(await list(below.id)).toEqual(['above', 'below', 'shared']);
  });

  it('counts all matches, and returns the caller’s abilities', async () => {
    const user = await call.manager();
    for (const title of ['a', 'b', 'c']) await call.make(user, { title });
    const query = { tenantId: user.account.id, limit: 2 };
    const own = await server.call(listDrivers, { query }, { as: user });
    expect(own.body).toMatchObject({ total: 3, limit: 2, offset: 0 });
    expect(own.body.data[0]?.abilities).toEqual({ update: true, delete: true });
    const others = await server.call(listDrivers, { query }, { as: await call.reader(user.account) });
    expect(others.body.data[0]?.abilities).toEqual({ update: false, delete: false });
  });

  it('refuses foreign accounts and unknown orders', async () => {
    const user = await call.manager();
    const foreign = await server.make.account();
    const list = (query: object) => server.call(listDrivers, { query }, { as: user });
    expect((await list({ tenantId: foreign.id })).status).toBe(404);
    expect((await list({ usableIn: foreign.id })).status).toBe(404);
    expect((await list({ sort: 'secret' })).status).toBe(400);
    expect((await server.call(listDrivers, { query: {} }, { as: await server.make.user() })).status).toBe(403);
  });
});

describe('GET /api/v1/devicedrivers/{id}', () => {
  it('shows a driver for everybody to strangers, but not its draft', async () => {
    const owner = await call.manager();
    const made = await call.make(owner, { visibility: 'everyone', draft: { notes: 'secret plan' } });
    await call.publish(owner, made.id);
    await call.draft(owner, made.id, { notes: 'next' });
    const seen = await call.read(await call.reader(), made.id);
    expect(seen).toMatchObject({
      publishedVersion: 1,
      hasDraft: false,
      draft: null,
      versions: [{ number: 1, notes: 'secret plan' }],
      abilities: { update: false, delete: false },
    });
    expect(await call.read(owner, made.id)).toMatchObject({ hasDraft: true, draft: { notes: 'next' } });
  });

  it('hides drivers of other accounts', async () => {
    const made = await call.make(await call.manager());
    const answer = await server.call(readDriver, { params: { id: made.id } }, { as: await call.manager() });
    expect([answer.status, answer.body.code]).toEqual([404, 'DEVICEDRIVER_NOT_FOUND']);
  });
});

describe('the number of devices of a driver', () => {
  it('counts none of a sibling that uses the same driver', async () => {
    const owner = await call.manager();
    const [own, sibling] = [
      await server.make.account({ parent: owner.account }),
      await server.make.account({ parent: owner.account }),
    ];
    const driver = await server.make.driver({ account: owner.account });
    for (const account of [own, sibling, sibling]) await server.make.device({ account, driver });
    const reader = await call.reader(own);
    const { body } = await server.call(listDrivers, { query: {} }, { as: reader });
    expect(body.data.find(({ id }) => id === driver.id)).toMatchObject({ deviceCount: 1 });
    expect(await call.read(reader, driver.id)).toMatchObject({ deviceCount: 1, versions: [{ deviceCount: 1 }] });
    expect(await call.read(owner, driver.id)).toMatchObject({ deviceCount: 3, versions: [{ deviceCount: 3 }] });
  });
});

describe('PUT /api/v1/devicedrivers/{id}', () => {
  it('changes the given fields only', async () => {
    const user = await call.manager();
    const made = await call.make(user, { title: 'old', description: 'stays', draft: { notes: 'n' } });
    const body = { title: 'new', draft: { parser: script('module.exports = () => null') } };
    const { body: answer } = await server.call(updateDriver, { params: { id: made.id }, body }, { as: user });
    expect(answer.data).toMatchObject({
      title: 'new',
      description: 'stays',
      draft: { id: made.draft?.id, notes: 'n', parser: { type: 'javascript' } },
    });
    expect(answer.data.updatedAt > made.updatedAt).toBe(true);
  });

  it('creates a draft from the newest version, which does not change', async () => {
    const user = await call.manager();
    const made = await call.make(user, { draft: { variables: [variable('a')], notes: 'first' } });
    await call.publish(user, made.id);
    expect((await call.read(user, made.id)).draft).toBeNull();
    const changed = await call.draft(user, made.id, { parser: script('module.exports = () => ({ b: 1 })') });
    expect(changed.draft).toMatchObject({
      number: 0,
      variables: [{ name: 'a' }],
      notes: '',
      parser: { type: 'javascript' },
    });
    const version = await server.call(readDriverVersion, { params: { id: made.id, number: 1 } }, { as: user });
    expect(version.body.data).toMatchObject({ parser: { type: 'none' }, notes: 'first', publishedBy: 'Test User' });
  });

  it('does not restrict a driver for everybody that other accounts use', async () => {
    const owner = await call.manager();
    const made = await call.make(owner, { visibility: 'everyone' });
    await call.publish(owner, made.id);
    const update = () =>
      server.call(updateDriver, { params: { id: made.id }, body: { visibility: 'account' } }, { as: owner });
    const driver = { id: made.id, versionId: null, account: owner.account };
    await server.make.device({ account: owner.account, driver });
    const device = await server.make.device({ driver });
    expect((await update()).body).toMatchObject({ code: 'DEVICEDRIVER_VISIBILITY_IN_USE' });
    await server.database.db.execute(`update devices set driver_id = null where twin_id = ${device.id}`);
    expect((await update()).status).toBe(200);
  });

  it('requires the permission to manage drivers of the account', async () => {
    const owner = await call.manager();
    const made = await call.make(owner, { visibility: 'everyone' });
    const update = (as: TestUser) =>
      server.call(updateDriver, { params: { id: made.id }, body: { title: 'x' } }, { as });
    expect((await update(await call.reader(owner.account))).status).toBe(403);
    expect((await update(await call.manager())).status).toBe(404);
  });
});

describe('GET /api/v1/devicedrivers/{id}/versions/{number}', () => {
  it('returns published versions only', async () => {
    const user = await call.manager();
    const made = await call.make(user);
    const read = (number: number) => server.call(readDriverVersion, { params: { id: made.id, number } }, { as: user });
    expect((await read(1)).body.code).toBe('DEVICEDRIVER_NOT_FOUND');
    expect((await read(0)).status).toBe(400);
    await call.publish(user, made.id);
    expect((await read(1)).body.data).toMatchObject({ number: 1, deviceCount: 0 });
  });
});

describe('DELETE /api/v1/devicedrivers/{id}', () => {
  it('removes a driver with all its versions and files', async () => {
    const user = await call.manager();
    const made = await call.make(user);
    await call.publish(user, made.id);
    const { status, body } = await server.call(deleteDriver, { params: { id: made.id } }, { as: user });
    expect([status, body.data]).toEqual([200, { deleted: true }]);
    expect((await server.call(readDriver, { params: { id: made.id } }, { as: user })).status).toBe(404);
  });

  it('is refused while devices use it', async () => {
    const user = await call.manager();
    const made = await call.make(user);
    await server.make.device({
      account: user.account,
      driver: { id: made.id, versionId: null, account: user.account },
    });
    const { body } = await server.call(deleteDriver, { params: { id: made.id } }, { as: user });
    expect(body).toMatchObject({ code: 'DEVICEDRIVER_IN_USE' });
    expect((await call.read(user, made.id)).deviceCount).toBe(1);
  });

  it('requires the permission to manage drivers of the account', async () => {
    const owner = await call.manager();
    const made = await call.make(owner);
    const remove = (as: TestUser) => server.call(deleteDriver, { params: { id: made.id } }, { as });
    expect((await remove(await call.reader(owner.account))).status).toBe(403);
    expect((await remove(await call.manager())).status).toBe(404);
  });
});
