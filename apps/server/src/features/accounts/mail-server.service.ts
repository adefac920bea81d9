import type { Account, accountChange } from '@stellwerk/contract/account';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { AppError, fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { answerText } from '../../platform/mail/smtp.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { StoredMailServer } from '../../platform/tenancy/account.table.ts';
import { changeAccount, findAccountRows } from './account.store.ts';
import { nearestMailServer } from './inheritance.store.ts';

const ownerOf = (accountId: number) => `account:${accountId}`;
const mailServerSecret = (accountId: number) => ({ owner: ownerOf(accountId), name: 'mailServerPassword' });

export async function accountTransport(
  db: Db,
  secrets: Secrets,
  accountId: number,
): Promise<MailTransport | undefined> {
  const found = await nearestMailServer(db, accountId);
  if (!found) return undefined;
  const { host, port, secure, user, sender } = found.mailServer;
  const password = user === '' ? undefined : await secrets.get(db, mailServerSecret(found.accountId));
  return {
    host,
    port,
    secure,
    // Passwords are only sent over TLS.
    requireTls: user !== '',
    ...(password === undefined ? {} : { auth: { user, password } }),
    from: sender,
    trusted: false,
  };
}

/** The error with the words of the server or of the TLS library, which name what to change. */
function withAnswer(error: unknown): never {
  if (!(error instanceof AppError) || !(error.cause instanceof Error)) throw error;
  const said: unknown = Reflect.get(error.cause, 'response') ?? error.cause.message;
  return fail('MAIL_TEST_FAILED', { answer: answerText(said) }, { cause: error });
}

interface MailServerOptions {
  secrets: Secrets;
  egress: Egress;
  mail: Mail;
}

type MailServerChange = NonNullable<z.output<typeof accountChange>['mailServer']>;

export function createMailServerService({ secrets, egress, mail }: MailServerOptions) {
  return {
    async read(db: Db, id: number, stored: StoredMailServer | null): Promise<Account['mailServer']> {
      if (!stored) return null;
      const names = await secrets.names(db, ownerOf(id));
      return { ...stored, hasPassword: names.includes(mailServerSecret(id).name) };
    },

    /** Fails if the egress guard blocks the host; the error contains the setting to change. */
    async check({ host, port }: Pick<MailServerChange, 'host' | 'port'>): Promise<void> {
      await egress.check(host, port);
    },

    /** The stored password is bound to host and user, so that it is never sent to another server. */
    async change(ctx: Ctx, id: number, stored: StoredMailServer | null, next: MailServerChange | null): Promise<void> {
      if (next === null) {
        await secrets.remove(ctx.db, mailServerSecret(id));
        return changeAccount(ctx.db, id, { mailServer: null });
      }
      const { password, ...server } = next;
      const isOther = stored?.host !== server.host || stored.user !== server.user;
      if (password || isOther) await secrets.remove(ctx.db, mailServerSecret(id));
      if (password) await secrets.put(ctx.db, { ...mailServerSecret(id), value: password });
      await changeAccount(ctx.db, id, { mailServer: server });
    },

    /** Sends only to the caller's own address, so that the route can't be used to send spam. */
    async test(ctx: Ctx, id: number): Promise<{ sentTo: string; answer: string }> {
      const [account] = await findAccountRows(ctx.db, ctx.actor.grants, [id]);
      if (!account) return fail('ACCOUNT_NOT_FOUND');
      const { email } = ctx.actor;
      const locals = { accountName: account.name };
      const message = { accountId: id, to: email, template: 'mail-test' as const, locals, language: ctx.language };
      const { answer } = await mail.send(message).catch(withAnswer);
      return { sentTo: email, answer };
    },

    /** Called when the account is deleted. */
    forget: (db: Db, id: number) => secrets.remove(db, { owner: ownerOf(id) }),
  };
}
export type MailServerService = ReturnType<typeof createMailServerService>;
