import { createDriver, readDriverImage, readDriverVersion, updateDriver } from '@stellwerk/contract/driver';
import { createParserTest } from '@stellwerk/contract/driver-workbench';
import sharp from 'sharp';
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

const one = script('module.exports = () => ({ a: 1 })');
const two = script('module.exports = () => ({ a: 2 })');
const path = '/api/v1/devicedrivers';

/** Calls the API with the field names of the wire format, as other programs do. */
async function send(as: TestUser, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${as.token}` };
  const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
}

const picture = async (width: number) =>
  (
    await sharp({ create: { width, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64');

async function widthOf(as: TestUser, id: number): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${as.token}` };
  const { rawPayload } = await server.app.inject({ url: `${path}/${id}/image`, headers });
  return (await sharp(rawPayload).metadata()).width;
}

describe('a driver with all fields of the specification', () => {
  it('is created with published versions, a picture and maps, and changed with the same fields', async () => {
    const user = await call.manager();
    const made = await send(user, 'POST', path, {
      accountId: user.account.id,
      title: 'Thermometer',
      description: 'Measures',
      visibility: 'account',
      properties: { model: 'T1' },
      image: `data:image/png;base64,${await picture(3)}`,
      versions: [{ parser: one, notes: 'first' }, { parser: two }],
      niota_maps: { floors: [{ id: 1 }] },
    });
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    expect(made.body.data).toMatchObject({
      title: 'Thermometer',
      properties: { model: 'T1' },
      publishedVersion: 2,
      hasDraft: false,
      draft: null,
      hasImage: true,
      image: { type: 'image/png' },
      versions: [{ number: 2 }, { number: 1, notes: 'first' }],
      niota_maps: { floors: [{ id: 1 }] },
    });
    expect(made.body.data).not.toHaveProperty('maps');
    expect(await widthOf(user, id)).toBe(3);
    const changed = await send(user, 'PUT', `${path}/${id}`, {
      description: 'Measures well',
      image: await picture(5),
      versions: [{ number: 2 }, { number: 1 }, { parser: one, notes: 'third' }],
      niota_maps: null,
    });
    expect(changed.body.data).toMatchObject({
      description: 'Measures well',
      publishedVersion: 3,
      versions: [{ number: 3, notes: 'third' }, { number: 2 }, { number: 1, notes: 'first' }],
      niota_maps: null,
    });
    expect(await widthOf(user, id)).toBe(5);
    const read = await send(user, 'GET', `${path}/${id}`);
    expect(read.body).toEqual(changed.body);
    const first = await server.call(readDriverVersion, { params: { id, number: 1 } }, { as: user });
    expect(first.body.data).toMatchObject({ parser: one, variables: [], publishedBy: expect.any(String) });
  });

  it('keeps fields that a change leaves out, and loses its picture by null', async () => {
    const user = await call.manager();
    const { id } = await call.make(user, { maps: [1, 'two'], image: await picture(3), draft: { notes: 'plan' } });
    const { body: kept } = await send(user, 'PUT', `${path}/${id}`, { title: 'Other' });
    expect(kept.data).toMatchObject({ niota_maps: [1, 'two'], hasImage: true, draft: { notes: 'plan' } });
    const { body: bare } = await send(user, 'PUT', `${path}/${id}`, { image: null });
    expect(bare.data).toMatchObject({ hasImage: false, image: null });
    expect((await server.call(readDriverImage, { params: { id } }, { as: user })).status).toBe(404);
    expect((await send(user, 'PUT', `${path}/${id}`, { image: null })).status).toBe(200);
  });

  it('has a draft beside its versions if one is given', async () => {
    const user = await call.manager();
    const made = await call.make(user, { versions: [{ parser: one }], draft: { parser: two } });
    expect(made).toMatchObject({ publishedVersion: 1, draft: { parser: two } });
  });

  it('gives a new version to the devices that follow the newest one', async () => {
    const user = await call.manager();
    const { id } = await call.make(user, { versions: [{ parser: one }] });
    await server.make.device({ account: user.account, driver: { id, versionId: null, account: user.account } });
    const body = { versions: [{ parser: two }] };
    const changed = await server.call(updateDriver, { params: { id }, body }, { as: user });
    expect(changed.body.data.versions).toMatchObject([
      { number: 2, deviceCount: 1 },
      { number: 1, deviceCount: 0 },
    ]);
  });

  it('publishes no version that fails a test, and applies nothing else of the call', async () => {
    const user = await call.manager();
    const { id } = await call.make(user, { versions: [{ parser: one }] });
    const test = { title: 'one', packet: { payload: '00' }, expected: { a: 1 } };
    await server.call(createParserTest, { params: { id }, body: test }, { as: user });
    const body = { title: 'changed', image: await picture(3), versions: [{ parser: one }, { parser: two }] };
    const refused = await server.call(updateDriver, { params: { id }, body }, { as: user });
    expect([refused.status, refused.body.code]).toEqual([409, 'DEVICEDRIVER_TESTS_FAILED']);
    expect(await call.read(user, id)).toMatchObject({ title: 'Driver', publishedVersion: 1, hasImage: false });
  });

  it.each([
    ['a version without a parser', { versions: [{ notes: 'empty' }] }, 'versions.0.parser'],
    ['more than twenty versions', { versions: Array(21).fill({ parser: one }) }, 'versions'],
    ['maps of more than 100,000 characters', { niota_maps: 'x'.repeat(100_001) }, 'niota_maps'],
    ['our word for the maps', { maps: {} }, 'maps'],
    ['a picture that is no base64', { image: 'https://example.com/a.png' }, 'image'],
  ])('refuses %s', async (_, fields, field) => {
    const user = await call.manager();
    const body = { title: 'a', accountId: user.account.id, ...fields };
    expect(await send(user, 'POST', path, body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', issues: [{ path: field }] },
    });
  });

  it('refuses an unknown number, too many versions, a script that does not compile and an invalid picture', async () => {
    const user = await call.manager();
    const { id } = await call.make(user, { versions: [{ parser: one }] });
    const unknown = await send(user, 'PUT', `${path}/${id}`, { versions: [{ number: 1 }, { number: 7 }] });
    const many = await send(user, 'PUT', `${path}/${id}`, { versions: Array(21).fill({ parser: one }) });
    expect([many.status, many.body]).toMatchObject([400, { issues: [{ path: 'versions' }] }]);
    expect([unknown.status, unknown.body]).toMatchObject([400, { issues: [{ path: 'versions.1.number' }] }]);
    const body = {
      title: 'a',
      accountId: user.account.id,
      versions: [{ parser: one }, { parser: script('var a = ;') }],
    };
    const uncompiled = await server.call(createDriver, { body }, { as: user });
    expect(uncompiled.body).toMatchObject({ code: 'SCRIPT_ERROR', issues: [{ path: 'versions.1.parser.script' }] });
    const noPicture = await send(user, 'PUT', `${path}/${id}`, { image: Buffer.from('text').toString('base64') });
    expect([noPicture.status, noPicture.body.code]).toEqual([415, 'FILE_TYPE_NOT_ALLOWED']);
  });
});
