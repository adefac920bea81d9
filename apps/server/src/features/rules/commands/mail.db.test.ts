import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openHttpServer } from '../../../../test/connectors/http-server.ts';
import { openMailServer } from '../../../platform/mail/testing/mailbox.ts';
import { type CommandRig, startCommandRig, waits } from './testing/commands.fixture.ts';

let rig: CommandRig;
let skewMs = 0;
beforeAll(async () => {
  rig = await startCommandRig({ clock: { now: () => new Date(Date.now() + skewMs) } });
});
afterEach(() => {
  skewMs = 0;
});
afterAll(() => rig.close());

async function startHttp() {
  const peer = await openHttpServer();
  onTestFinished(peer.close);
  return peer;
}

const mailTo = (subject: string) => ({
  type: 'mail',
  options: { to: ['erika@example.com'], subject, body: '{{temperature}} °C in {{twin.title}}\n{{link}}' },
});
const metrics = [{ alias: 'temperature', value: 81.5, at: null, count: 1 }];

describe('a mail server that is down', () => {
  it('loses nothing, keeps the order of each rule and holds up nobody else', async () => {
    await rig.startOutbox();
    const { user, twin } = await rig.manager();
    const peer = await startHttp();
    const connectorId = await rig.connect(user, 'webhook-outgoing', { url: `http://127.0.0.1:${peer.port}` });
    const first = await rig.fire({ twin, metrics }, [mailTo('a1'), { type: 'webhook', connectorId }, mailTo('a2')]);
    const other = await rig.fire({ twin, metrics }, [mailTo('b1'), mailTo('b2')]);
    await vi.waitFor(() => expect(peer.received).toHaveLength(1), waits);
    await vi.waitFor(async () => {
      expect(await rig.rows(first)).toMatchObject([
        { state: 'queued', code: 'EGRESS_FAILED', at: null },
        { state: 'sent', code: null, attempts: 1 },
        { state: 'queued', code: null },
      ]);
    }, waits);
    const last = await rig.fire({ twin, metrics, ruleId: first.ruleId }, [mailTo('a3')]);
    const server = await openMailServer({ port: rig.mailPort });
    onTestFinished(server.close);
    await rig.settled(first, other, last);
    const subjects = server.received.map(({ headers }) => headers.subject?.[0] ?? '');
    expect(subjects.filter((subject) => subject.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(subjects.filter((subject) => subject.startsWith('b'))).toEqual(['b1', 'b2']);
    expect(server.received[0]?.text).toContain('81.5 °C in Kessel "Süd" <7>');
    expect(server.received[0]?.html).toContain('81.5 °C in Kessel &quot;Süd&quot; &lt;7&gt;');
    const [sent] = await rig.rows(first);
    expect(sent).toMatchObject({ state: 'sent', code: null, target: 'erika@example.com', at: expect.any(Date) });
    expect(sent?.attempts).toBeGreaterThan(1);
    expect([await rig.hasError(first), await rig.hasError(other)]).toEqual([false, false]);
    await vi.waitFor(async () => expect(await rig.waiting(`mail/${user.account.id}`)).toEqual([]), waits);
  });

  it('is given up after a day', async () => {
    const { user, twin } = await rig.manager();
    const fired = await rig.fire({ twin }, [mailTo('late'), mailTo('later')]);
    skewMs = 25 * 3_600_000;
    await rig.startOutbox({ now: () => new Date(Date.now() + skewMs) });
    await rig.settled(fired);
    const failed = { state: 'failed', code: 'EGRESS_FAILED', at: expect.any(Date) };
    expect(await rig.rows(fired)).toMatchObject([failed, failed]);
    expect(await rig.hasError(fired)).toBe(true);
    await vi.waitFor(async () => {
      const entries = await rig.waiting(`mail/${user.account.id}`);
      expect(entries.map(({ parkedAt }) => parkedAt !== null)).toEqual([true, true]);
    }, waits);
  });
});

describe('a mail', () => {
  async function startServer(options: Parameters<typeof openMailServer>[0] = {}) {
    const server = await openMailServer({ port: rig.mailPort, ...options });
    onTestFinished(server.close);
    return server;
  }

  it('fails at once when it is refused for good, and the rule goes on', async () => {
    const server = await startServer({
      onRcptTo: ({ address }, _session, done) =>
        address.startsWith('gone') ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
    });
    await rig.startOutbox();
    const { twin } = await rig.manager();
    const to = (...addresses: string[]) => ({ ...mailTo('x'), options: { ...mailTo('x').options, to: addresses } });
    const fired = await rig.fire({ twin }, [
      to('gone@example.com'),
      to('erika@example.com', 'gone@example.com'),
      to('erika@example.com'),
    ]);
    await rig.settled(fired);
    expect(await rig.rows(fired)).toMatchObject([
      { state: 'failed', code: 'MAIL_REJECTED', attempts: 1 },
      { state: 'failed', code: 'MAIL_RECIPIENTS_REFUSED', params: { addresses: 'gone@example.com' }, attempts: 1 },
      { state: 'sent', attempts: 1 },
    ]);
    expect(server.received.map(({ to: recipients }) => recipients)).toEqual([
      ['erika@example.com'],
      ['erika@example.com'],
    ]);
    expect(await rig.hasError(fired)).toBe(true);
  });

  it('takes neither headers nor recipients nor markup from values', async () => {
    const server = await startServer();
    await rig.startOutbox();
    const { twin } = await rig.manager();
    const nasty = 'x@example.com\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>{{twin.title}}';
    const values = [
      { alias: 'nasty', value: nasty, at: null, count: 1 },
      { alias: 'two', value: 'a@example.com, b@example.com', at: null, count: 1 },
    ];
    const command = (to: string) => ({ type: 'mail', options: { to: [to], subject: '{{nasty}}', body: '{{nasty}}' } });
    const fired = await rig.fire({ twin, metrics: values }, [
      command('{{nasty}}'),
      command('{{two}}'),
      command('{{unknown}}'),
      command('erika@example.com'),
    ]);
    await rig.settled(fired);
    const refused = { state: 'failed', code: 'MAIL_RECIPIENT_INVALID' };
    expect(await rig.rows(fired)).toMatchObject([refused, refused, refused, { state: 'sent' }]);
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail?.to).toEqual(['erika@example.com']);
    expect(mail?.headers.bcc).toBeUndefined();
    expect(mail?.headers.subject).toEqual([
      'x@example.com Bcc: victim@example.com <script>alert(1)</script>{{twin.title}}',
    ]);
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.text).toContain('{{twin.title}}');
  });

  it('goes through a connector where one is named, within its limit', async () => {
    const own = await openMailServer();
    onTestFinished(own.close);
    await rig.startOutbox();
    const { user, twin } = await rig.manager();
    const options = {
      host: '127.0.0.1',
      port: own.port,
      security: 'none',
      sender: 'own@example.com',
      mailsPerMinute: 2,
    };
    const connectorId = await rig.connect(user, 'mail-outgoing', options);
    const fired = await rig.fire(
      { twin },
      [1, 2, 3].map((n) => ({ ...mailTo(`m${n}`), connectorId })),
    );
    await vi.waitFor(async () => {
      expect(await rig.rows(fired)).toMatchObject([
        { state: 'sent' },
        { state: 'sent' },
        { state: 'queued', code: 'BRIDGE_RATE_LIMITED', params: { limit: 2 } },
      ]);
    }, waits);
    expect(own.received.map(({ from }) => from)).toEqual(['own@example.com', 'own@example.com']);
  });
});
