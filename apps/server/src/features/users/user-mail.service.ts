import { defaultLanguage, type Language } from '@stellwerk/contract/text';
import { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Deliver, DeliveryResult } from '../../platform/outbox/deliver.ts';
import { findRecipient, type Recipient } from './password.store.ts';
import type { PasswordLinks } from './password-link.service.ts';

const payload = z.object({
  userId: z.int(),
  purpose: z.enum(['invite', 'reset']),
  inviterId: z.int().nullable(),
});
type Payload = z.output<typeof payload>;

interface UserMailOptions {
  db: Db;
  mail: Mail;
  links: PasswordLinks;
  log: Log;
}

/** Concurrent mails per server, and the time budget of a batch. */
const concurrency = 4;
const turnMs = 30_000;

const locales: Record<Language, string> = { de: 'de-DE', en: 'en-GB' };

const timeText = (time: Date, language: Language) =>
  `${new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;

function resultOf(error: unknown): DeliveryResult {
  if (!(error instanceof AppError)) throw error;
  const failure = { code: error.code, params: error.params };
  return error.class === 'operational' ? { retry: failure } : { reject: failure };
}

/** Sends invitations and password links. Each attempt creates a new token. */
export function createUserMailDelivery({ db, mail, links, log }: UserMailOptions): Deliver {
  async function send(recipient: Recipient, { purpose, inviterId }: Payload): Promise<void> {
    const { email: to, name: userName, accountName } = recipient;
    const language = recipient.language ?? defaultLanguage;
    const { link, expiresAt, senderId } = await links.make(db, recipient, purpose, inviterId);
    const message = { ...(senderId === undefined ? {} : { accountId: senderId }), to, language };
    const common = { userName, link, expiresAt: timeText(expiresAt, language) };
    if (purpose === 'reset') {
      await mail.send({ ...message, template: 'password-reset', locals: common });
      return;
    }
    const inviter = inviterId === null ? undefined : await findRecipient(db, inviterId);
    const locals = { ...common, accountName, inviterName: inviter?.name ?? accountName };
    await mail.send({ ...message, template: 'user-invite', locals });
  }

  async function deliverOne(raw: unknown): Promise<DeliveryResult> {
    const parsed = payload.safeParse(raw);
    if (!parsed.success) return { reject: { code: 'INTERNAL_ERROR', params: {} } };
    const recipient = await findRecipient(db, parsed.data.userId);
    // The user was deleted or deactivated, or the address is unknown: there is nothing to send.
    if (!recipient) return 'delivered';
    try {
      await send(recipient, parsed.data);
      return 'delivered';
    } catch (error) {
      log.warn({ err: error, userId: recipient.id, purpose: parsed.data.purpose }, 'mail to user not sent');
      return resultOf(error);
    }
  }

  return async (batch, { signal }) => {
    const results: DeliveryResult[] = [];
    const startedAt = performance.now();
    for (let first = 0; first < batch.length; first += concurrency) {
      const isOver = performance.now() - startedAt > turnMs || signal.aborted;
      const group = batch.slice(first, first + concurrency);
      if (isOver) results.push(...group.map(() => ({ retry: { code: 'MAIL_SEND_FAILED', params: {} }, afterMs: 0 })));
      else results.push(...(await Promise.all(group.map((entry) => deliverOne(entry.payload)))));
    }
    return results;
  };
}
