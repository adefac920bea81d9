import { updateAccount } from '@stellwerk/contract/account';
import {
  readPasswordPolicy,
  requestPasswordReset,
  sendPasswordLink,
  updatePassword,
} from '@stellwerk/contract/password';
import { impersonate } from '@stellwerk/contract/session';
import { createUser, deleteUser } from '@stellwerk/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { makeLesserAccount, setPermissions } from '../../../test/promotion.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createLog } from '../../platform/log/log.ts';
import { startMailbox } from '../../platform/mail/testing/mailbox.ts';

let server: TestServer;
beforeAll(async () => {
  const egress = createEgress({ allow: ['127.0.0.1'], log: createLog('silent') });
  server = await startTestServer({ egress });
});
afterAll(() => server.close());

const tokenIn = (text: string | null) => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const newToken = async (as: Pick<TestUser, 'token'>, { id }: { id: number }) =>
  tokenIn((await server.call(sendPasswordLink, { params: { id } }, { as })).body.data.link);
const promote = (made: Awaited<ReturnType<typeof makeLesserAccount>>, user = made.user) =>
  setPermissions(server, made.governor, { user, account: made.above, permissions: ['all.manage'] });

/** The answers of all calls that take the token. */
async function use(token: string) {
  const read = await server.call(readPasswordPolicy, { params: { token } });
  const used = await server.call(updatePassword, { body: { token, password: 'Chosen-password-1' } });
  return [read, used].map(({ status, body }) => [status, body.code]);
}
const refused = [
  [410, 'USER_PASSWORD_TOKEN_INVALID'],
  [410, 'USER_PASSWORD_TOKEN_INVALID'],
];
const accepted = [
  [200, undefined],
  [200, undefined],
];

describe('a link for a password', () => {
  it('is void when the user has got permissions that its creator lacks', async () => {
    const made = await makeLesserAccount(server);
    const token = await newToken(made.administrator, made.user);
    await promote(made);
    expect(await use(token)).toEqual(refused);
    expect(await use(await newToken(made.governor, made.user))).toEqual(accepted);
  });

  it('is void as an invitation, too', async () => {
    const made = await makeLesserAccount(server);
    const { account, administrator: as } = made;
    const body = { firstName: 'Ina', lastName: 'Vited', email: `ina-${as.id}@example.com` };
    const created = await server.call(createUser, { params: { tenantId: account.id }, body }, { as });
    const { user, invitation } = created.body.data;
    await promote(made, { ...made.user, id: user.id });
    expect(await use(tokenIn(invitation.link))).toEqual(refused);
  });

  it('is void when its creator acted as somebody who was promoted with the user', async () => {
    const made = await makeLesserAccount(server);
    const helper = await server.make.user({ account: made.account, permissions: ['UserManagement.manage'] });
    const body = { userId: helper.id, reason: 'Ticket 4711' };
    const acting = await server.call(impersonate, { body }, { as: made.administrator });
    const token = await newToken(acting.body.data, made.user);
    for (const user of [made.user, helper]) await promote(made, user);
    expect(await use(token)).toEqual(refused);
  });

  it('is void when its creator has lost permissions of the user, or is deleted', async () => {
    const { account, governor, administrator, user } = await makeLesserAccount(server);
    await setPermissions(server, governor, { user, account, permissions: ['DigitalTwin.read'] });
    const token = await newToken(administrator, user);
    await setPermissions(server, governor, { user: administrator, account, permissions: [] });
    expect(await use(token)).toEqual(refused);
    const other = await server.make.user({ account, permissions: ['all.manage'] });
    const ofDeleted = await newToken(other, user);
    expect((await server.call(deleteUser, { params: { id: other.id } }, { as: governor })).status).toBe(200);
    expect(await use(ofDeleted)).toEqual(refused);
  });

  it('works when the user has got permissions that its creator holds', async () => {
    const { account, governor, administrator, user } = await makeLesserAccount(server);
    const token = await newToken(administrator, user);
    await setPermissions(server, governor, { user, account, permissions: ['DigitalTwin.manage'] });
    expect(await use(token)).toEqual(accepted);
  });

  it('is void when the mail server of an account carried it whose administrators now lack permissions', async () => {
    const mailbox = await startMailbox();
    const made = await makeLesserAccount(server);
    const { account, administrator, user } = made;
    const mailServer = { host: '127.0.0.1', port: mailbox.port, secure: false, user: '', sender: 'a@example.org' };
    const set = { params: { id: account.id }, body: { mailServer } };
    expect((await server.call(updateAccount, set, { as: administrator })).status).toBe(200);
    const other = await server.make.user({ account });
    for (const { email } of [user, other]) await server.call(requestPasswordReset, { body: { email } });
    await server.outbox.start();
    const mails = [await mailbox.next(), await mailbox.next()];
    await server.outbox.stop();
    const tokenOf = ({ email }: TestUser) => tokenIn(mails.find(({ to }) => to.includes(email))?.text ?? null);
    await promote(made);
    expect(await use(tokenOf(user))).toEqual(refused);
    expect(await use(tokenOf(other))).toEqual(accepted);
  });
});
