import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Language } from '@stellwerk/contract/text';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testCertificate } from '../egress/testing/certificate.ts';
import { closedPort, egressFor, resolverOf, silentLog, startTcp } from '../egress/testing/servers.ts';
import { createMail } from './mail.ts';
import { startMailServer } from './testing/mailbox.ts';
import type { MailTransport } from './transport.ts';

const codeOf = (code: string) => expect.objectContaining({ code });

const systemServer = (port: number, more: Partial<MailTransport> = {}): MailTransport => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: false,
  from: 'Stellwerk <noreply@stellwerk.example>',
  trusted: true,
  ...more,
});

const mailOver = (transport: MailTransport | undefined, egress = egressFor([])) =>
  createMail({ egress, transportFor: async () => transport, log: silentLog });

const invitation = {
  to: 'erika@example.com',
  template: 'user-invite' as const,
  language: 'de' as Language,
  locals: {
    userName: 'Erika Müller',
    inviterName: 'Max',
    accountName: 'Stadtwerke Süd',
    link: 'https://stellwerk.example/#/invite?token=abc&lang=de',
    expiresAt: '01.02.2027, 12:00',
  },
};

describe('send', () => {
  it('delivers an invitation in German with text and HTML', async () => {
    const server = await startMailServer();
    const { messageId } = await mailOver(systemServer(server.port)).send(invitation);
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'noreply@stellwerk.example', to: ['erika@example.com'] });
    expect(mail?.headers).toMatchObject({
      subject: ['Einladung zu Stadtwerke Süd'],
      from: ['Stellwerk <noreply@stellwerk.example>'],
      to: ['erika@example.com'],
      'message-id': [messageId],
      'auto-submitted': ['auto-generated'],
    });
    expect(mail?.text).toContain('Guten Tag Erika Müller,');
    expect(mail?.text).toContain('https://stellwerk.example/#/invite?token=abc&lang=de');
    expect(mail?.html).toContain('Max hat Sie zu Stadtwerke Süd eingeladen');
    expect(mail?.html).toContain('href="https://stellwerk.example/#/invite?token=abc&amp;lang=de"');
    expect(mail?.raw).not.toContain('{{');
  });

  it('delivers a password reset in English', async () => {
    const server = await startMailServer();
    const { link } = invitation.locals;
    await mailOver(systemServer(server.port)).send({
      to: 'erika@example.com',
      template: 'password-reset',
      language: 'en',
      locals: { userName: 'Erika', link, expiresAt: '1 Feb 2027, 12:00' },
    });
    const [mail] = server.received;
    expect(mail?.headers.subject).toEqual(['Reset your password']);
    expect(mail?.text).toContain('Hello Erika,');
    expect(mail?.html).toContain('<html lang="en">');
    expect(mail?.html).toContain('valid until 1 Feb 2027, 12:00');
  });

  it('adds neither headers nor recipients from a value in the subject', async () => {
    const server = await startMailServer();
    const accountName = 'X\r\nBcc: victim@example.com\r\nContent-Type: text/html\r\n\r\n<h1>forged</h1>';
    await mailOver(systemServer(server.port)).send({ ...invitation, locals: { ...invitation.locals, accountName } });
    const [mail] = server.received;
    expect(mail?.to).toEqual(['erika@example.com']);
    expect(mail?.headers.bcc).toBeUndefined();
    expect(mail?.headers['content-type']).toHaveLength(1);
    expect(mail?.headers['content-type']?.[0]).toMatch(/^multipart\/alternative/);
    expect(mail?.headers.subject?.[0]).toMatch(/^Einladung zu X Bcc: victim@example\.com/);
    expect(mail?.html).not.toContain('<h1>forged');
  });

  it('shows markup in values as text', async () => {
    const server = await startMailServer();
    const userName = '<img src=x onerror=alert(1)>';
    await mailOver(systemServer(server.port)).send({ ...invitation, locals: { ...invitation.locals, userName } });
    expect(server.received[0]?.html).toContain('Guten Tag &lt;img src=x onerror=alert(1)&gt;,');
    expect(server.received[0]?.html).not.toContain('<img');
    expect(server.received[0]?.text).toContain('Guten Tag <img src=x onerror=alert(1)>,');
  });

  it.each([
    'victim@example.com\r\nBcc: other@example.com',
    'a@example.com, b@example.com',
    'Name <a@example.com>',
    'a@example.com> RCPT TO:<b@example.com',
    'no address',
    '',
  ])('refuses the recipient %j', async (to) => {
    const server = await startMailServer();
    const sending = mailOver(systemServer(server.port)).send({ ...invitation, to });
    await expect(sending).rejects.toEqual(codeOf('MAIL_RECIPIENT_INVALID'));
    expect(server.received).toEqual([]);
  });

  it('refuses a link that a mail must not carry', async () => {
    const server = await startMailServer();
    const locals = { ...invitation.locals, link: 'javascript:alert(1)' };
    const sending = mailOver(systemServer(server.port)).send({ ...invitation, locals });
    await expect(sending).rejects.toEqual(codeOf('MAIL_LINK_NOT_ALLOWED'));
    expect(server.received).toEqual([]);
  });

  it('asks for the transport of the account', async () => {
    const server = await startMailServer();
    const asked: (number | undefined)[] = [];
    const transportFor = async (accountId?: number) => {
      asked.push(accountId);
      return systemServer(server.port);
    };
    const mail = createMail({ egress: egressFor([]), transportFor, log: silentLog });
    await mail.send({ ...invitation, accountId: 7 });
    await mail.send(invitation);
    expect(asked).toEqual([7, undefined]);
  });

  it('needs a transport and one proper sender', async () => {
    await expect(mailOver(undefined).send(invitation)).rejects.toEqual(codeOf('MAIL_INVALID_TRANSPORT'));
    for (const from of [
      undefined,
      '',
      'Stellwerk',
      'a@example.com, b@example.com',
      'A\r\nBcc: b@example.com <a@b.example>',
    ]) {
      const sending = mailOver(systemServer(1, { from })).send(invitation);
      await expect(sending).rejects.toEqual(codeOf('MAIL_FROM_NOT_SPECIFIED'));
    }
  });
});

describe('send, when the server makes trouble', () => {
  it('fails as operational while it is down', async () => {
    const port = await closedPort();
    await expect(mailOver(systemServer(port)).send(invitation)).rejects.toMatchObject({
      code: 'EGRESS_FAILED',
      class: 'operational',
    });
  });

  it('fails as operational when it hangs up or refuses for now', async () => {
    const dropping = await startTcp((socket) => socket.end('421 not now\r\n'));
    const busy = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error('busy'), { responseCode: 451 })),
    });
    for (const { port } of [dropping, busy]) {
      await expect(mailOver(systemServer(port)).send(invitation)).rejects.toMatchObject({
        code: 'MAIL_SEND_FAILED',
        class: 'operational',
      });
    }
  });

  it('does not ask for another try when it refuses for good, and keeps its words internal', async () => {
    const server = await startMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('no such user in internal-directory-7'), { responseCode: 550 })),
    });
    const error = await mailOver(systemServer(server.port))
      .send(invitation)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'MAIL_REJECTED', class: 'user', params: {} });
    expect((error as Error).message).not.toContain('internal-directory-7');
  });

  it('logs in, and reports wrong credentials as a wrong transport', async () => {
    const server = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) =>
        username === 'user' && password === 'right' ? callback(null, { user: 1 }) : callback(new Error('wrong')),
    });
    const withPassword = (password: string) =>
      mailOver(systemServer(server.port, { auth: { user: 'user', password } })).send(invitation);
    await withPassword('right');
    expect(server.received).toHaveLength(1);
    await expect(withPassword('wrong')).rejects.toEqual(codeOf('MAIL_INVALID_TRANSPORT'));
  });
});

describe('send, over TLS', () => {
  function trustTestCertificate() {
    const authorities = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(authorities));
    setDefaultCACertificates([...authorities, testCertificate.cert]);
  }
  const account = (port: number, more: Partial<MailTransport> = {}) =>
    systemServer(port, { host: 'mail.example.test', requireTls: true, trusted: false, ...more });
  const guarded = (port: number) => egressFor([`127.0.0.1:${port}`], resolverOf(['127.0.0.1']).resolve);

  it.each([false, true])('verifies the name of the server (from the first byte: %s)', async (secure) => {
    const server = await startMailServer({ ...testCertificate, secure });
    const mail = mailOver(account(server.port, { secure }), guarded(server.port));
    await expect(mail.send(invitation)).rejects.toEqual(codeOf('MAIL_SEND_FAILED'));
    trustTestCertificate();
    await mail.send(invitation);
    expect(server.received).toMatchObject([{ secure: true }]);
    const other = mailOver(account(server.port, { secure, host: 'other.example.test' }), guarded(server.port));
    await expect(other.send(invitation)).rejects.toEqual(codeOf('MAIL_SEND_FAILED'));
  });

  it('encrypts without a verified name where plain text would be permitted too', async () => {
    const server = await startMailServer(testCertificate);
    await mailOver(account(server.port, { requireTls: false }), guarded(server.port)).send(invitation);
    expect(server.received).toMatchObject([{ secure: true }]);
  });

  it('sends nothing in the clear when TLS is required', async () => {
    const server = await startMailServer();
    const sending = mailOver(account(server.port), guarded(server.port)).send(invitation);
    await expect(sending).rejects.toEqual(codeOf('MAIL_SEND_FAILED'));
    expect(server.received).toEqual([]);
  });
});

describe('send, through the egress guard', () => {
  it('holds for the mail server of an account, but not for the one that the operator set', async () => {
    const server = await startMailServer();
    const account = mailOver(systemServer(server.port, { trusted: false }));
    await expect(account.send(invitation)).rejects.toEqual(codeOf('EGRESS_DENIED'));
    expect(server.received).toEqual([]);
    await mailOver(systemServer(server.port)).send(invitation);
    expect(server.received).toHaveLength(1);
  });
});

describe('sendText', () => {
  const message = {
    accountId: 7,
    to: ['erika@example.com', 'max@example.com'],
    subject: 'Too hot',
    text: '81 °C\n<b>now</b>',
  };

  it('sends what somebody has written as text, and as HTML that shows markup', async () => {
    const server = await startMailServer();
    await mailOver(systemServer(server.port)).sendText(message);
    expect(server.received).toMatchObject([{ to: message.to, text: '81 °C\n<b>now</b>\n' }]);
    expect(server.received[0]?.html).toContain('81 °C\n&lt;b&gt;now&lt;/b&gt;');
    expect(server.received[0]?.headers).toMatchObject({ subject: ['Too hot'], 'auto-submitted': ['auto-generated'] });
  });

  it('looks at recipients one by one, and keeps the subject on its line', async () => {
    const server = await startMailServer();
    const mail = mailOver(systemServer(server.port));
    for (const to of [
      [],
      ['erika@example.com', 'a@example.com\r\nBcc: b@example.com'],
      ['a@example.com, b@example.com'],
    ]) {
      await expect(mail.sendText({ ...message, to })).rejects.toEqual(codeOf('MAIL_RECIPIENT_INVALID'));
    }
    await mail.sendText({ ...message, subject: 'a\r\nBcc: victim@example.com' });
    expect(server.received).toMatchObject([{ to: message.to, headers: { subject: ['a Bcc: victim@example.com'] } }]);
    expect(server.received[0]?.headers.bcc).toBeUndefined();
  });

  it('says who of several was refused', async () => {
    const server = await startMailServer({
      onRcptTo: ({ address }, _session, callback) =>
        address.startsWith('max') ? callback(Object.assign(new Error('gone'), { responseCode: 550 })) : callback(),
    });
    await expect(mailOver(systemServer(server.port)).sendText(message)).rejects.toMatchObject({
      code: 'MAIL_RECIPIENTS_REFUSED',
      params: { addresses: 'max@example.com' },
    });
    expect(server.received).toMatchObject([{ to: ['erika@example.com'] }]);
  });

  it('ends when it is aborted', async () => {
    const silent = await startTcp(() => {});
    const stopping = new AbortController();
    const sending = mailOver(systemServer(silent.port)).sendText({ ...message, signal: stopping.signal });
    stopping.abort();
    await expect(sending).rejects.toThrow();
  });
});
