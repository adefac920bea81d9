import { readUserSettings, updateUserSettings } from '@stellwerk/contract/user-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('settings of a user are kept on the server, each by itself, and belong to that user alone', async () => {
  const user = await server.make.user();
  const other = await server.make.user({ account: user.account });
  const read = async (as: typeof user) => (await server.call(readUserSettings, {}, { as })).body.data;
  expect(await read(user)).toEqual({});
  await server.call(updateUserSettings, { body: { language: 'en', miniMenu: true } }, { as: user });
  await server.call(updateUserSettings, { body: { miniMenu: false, rowsPerPage: 50 } }, { as: user });
  expect(await read(user)).toEqual({ language: 'en', miniMenu: false, rowsPerPage: 50 });
  expect(await read(other)).toEqual({});
  const wrong = await server.call(updateUserSettings, { body: { rowsPerPage: 1_000_000 } }, { as: user });
  expect(wrong.status).toBe(400);
});
