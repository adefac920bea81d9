import {
  readPasswordPolicy,
  requestPasswordReset,
  sendPasswordLink,
  updatePassword,
} from '@stellwerk/contract/password';
import { login } from '@stellwerk/contract/session';
import { createUser } from '@stellwerk/contract/user';
import { eq } from 'drizzle-orm';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createLog } from '../../platform/log/log.ts';
import { createMail } from '../../platform/mail/mail.ts';
import { type ReceivedMail, startMailbox } from '../../platform/mail/testing/mailbox.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { outbox } from '../../platform/outbox/outbox.table.ts';
import { users } from '../../platform/tenancy/user.table.ts';
import { createPasswordLinks } from './password-link.service.ts';
import { userTokens } from './user.table.ts';
import { createUserMailDelivery } from './user-mail.service.ts';

const log = createLog('silent');
/** Each test puts the port of its own mail server here. */
const systemMail: MailTransport = {
  host: '127.0.0.1',
  port: 9,
  secure: false,
  requireTls: false,
  from: 'Stellwerk <noreply@example.org>',
  trusted: true,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ systemMail });
});
afterAll(() => server.close());

/** A mail server for one test, through which the platform sends. */
async function useMailbox(options: SMTPServerOptions = {}) {
  const mailbox = await startMailbox(options);
  systemMail.port = mailbox.port;
  return mailbox;
}

const administrator = () => server.make.user({ permissions: ['all.manage'] });
const invite = (as: TestUser, email: string, language: 'de' | 'en' | null = null) =>
  server.call(
    createUser,
    { params: { tenantId: as.account.id }, body: { firstName: 'Ina', lastName: 'Vited', email, language } },
    { as },
  );
const linkIn = ({ text }: ReceivedMail) => /https:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? '';
const tokenIn = (mail: ReceivedMail) => linkIn(mail).split('token=')[1] ?? '';
const entries = () => server.database.db.select().from(outbox).where(eq(outbox.kind, 'user-mail'));

describe('mails to users', () => {
  it('carry an invitation that works, in the user’s language, from the queue that held no secret', async () => {
    const mailbox = await useMailbox();
    const admin = await administrator();
    const email = `ina-${admin.id}@example.com`;
    const created = await invite(admin, email, 'en');
    expect(created.body.data.invitation).toEqual({ mailed: true, link: null });
    const { id } = created.body.data.user;
    expect((await entries()).map(({ payload }) => payload)).toEqual([
      { userId: id, purpose: 'invite', inviterId: admin.id },
    ]);
    expect(await server.database.db.select().from(userTokens).where(eq(userTokens.userId, id))).toEqual([]);
    await server.outbox.start();
    const mail = await mailbox.next();
    expect(mail.to).toEqual([email]);
    expect(mail.headers.subject?.[0]).toMatch(/^Invitation to account-/);
    expect(mail.text).toContain('Hello Ina Vited');
    expect(mail.text).toContain('Test User has invited you');
    expect(linkIn(mail)).toMatch(/^https:\/\/stellwerk\.test\/#\/change-password\?token=[\w-]{43}$/);
    const token = tokenIn(mail);
    expect((await server.call(readPasswordPolicy, { params: { token } })).body.data.purpose).toBe('invite');
    expect((await server.call(updatePassword, { body: { token, password: 'Chosen-password-1' } })).status).toBe(200);
    const body = { username: email, password: 'Chosen-password-1' };
    expect((await server.call(login, { body })).status).toBe(200);

    await server.call(requestPasswordReset, { body: { email } }, { headers: { host: 'evil.example' } });
    const reset = await mailbox.next();
    expect([reset.to, reset.headers.subject]).toEqual([[email], ['Reset your password']]);
    expect(linkIn(reset)).toMatch(/^https:\/\/stellwerk\.test\//);
    expect((await server.call(readPasswordPolicy, { params: { token: tokenIn(reset) } })).body.data.purpose).toBe(
      'reset',
    );

    const sent = await server.call(sendPasswordLink, { params: { id } }, { as: admin });
    expect(sent.body.data).toEqual({ mailed: true, link: null });
    await mailbox.next();
    expect((await server.call(readPasswordPolicy, { params: { token: tokenIn(reset) } })).status).toBe(410);
    await server.outbox.stop();
  });
});

describe('the delivery', () => {
  const deliver = (payloads: unknown[]) => {
    const { db } = server.database;
    const links = createPasswordLinks({
      clock: systemClock,
      linkBase: 'https://stellwerk.test/',
      hasMailServer: async () => true,
    });
    const mail = createMail({ egress: createEgress({ allow: [], log }), log, transportFor: async () => systemMail });
    const batch = payloads.map((payload, seq) => ({
      seq,
      target: 't',
      key: String(seq),
      kind: 'user-mail',
      payload,
      attempts: 0,
      createdAt: new Date(),
    }));
    return createUserMailDelivery({ db, mail, links, log })(batch, { signal: new AbortController().signal });
  };
  const to = (userId: number) => ({ userId, purpose: 'reset', inviterId: null });

  it('sends nothing to those who are gone or deactivated, and German to those who chose nothing', async () => {
    const mailbox = await useMailbox();
    const [present, away] = [await server.make.user(), await server.make.user()];
    await server.database.db.update(users).set({ active: false }).where(eq(users.id, away.id));
    expect(await deliver([to(0), to(away.id), to(present.id)])).toEqual(['delivered', 'delivered', 'delivered']);
    expect(mailbox.received.map((mail) => [mail.to, mail.headers.subject])).toEqual([
      [[present.email], ['Passwort zurücksetzen']],
    ]);
  });

  it('gives up what is refused for good and tries again what may pass', async () => {
    const user = await server.make.user();
    const answering = (responseCode: number): SMTPServerOptions => ({
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('no'), { responseCode })),
    });
    await useMailbox(answering(550));
    expect(await deliver([to(user.id)])).toEqual([{ reject: { code: 'MAIL_REJECTED', params: {} } }]);
    await useMailbox(answering(451));
    expect(await deliver([to(user.id)])).toEqual([{ retry: { code: 'MAIL_SEND_FAILED', params: {} } }]);
    expect(await deliver([{ nonsense: true }])).toMatchObject([{ reject: {} }]);
  });
});
