import { buffer } from 'node:stream/consumers';
import { defaultLanguage } from '@stellwerk/contract/text';
import { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Deliver, DeliveryResult, Discard } from '../../platform/outbox/deliver.ts';
import { effectiveSettings } from '../settings/index.ts';
import { type FoundFeedback, findFeedback, writeState } from './feedback.store.ts';

export const mailKind = 'feedback-mail';
const queued = z.object({ feedbackId: z.int() });

const kindNames = {
  de: { like: 'Lob', dislike: 'Kritik', bug: 'Fehler', suggestion: 'Vorschlag' },
  en: { like: 'Praise', dislike: 'Criticism', bug: 'Bug', suggestion: 'Suggestion' },
};

interface MailOptions {
  db: Db;
  files: Pick<Files, 'open'>;
  mail: Mail;
}

/** Sends feedback to the address of the account, or of the nearest account above that has one. */
export function createFeedbackMail({ db, files, mail }: MailOptions): { deliver: Deliver; discard: Discard } {
  async function send(found: FoundFeedback, signal: AbortSignal): Promise<'sent' | 'kept'> {
    const { feedbackRecipient, language = defaultLanguage } = await effectiveSettings(db, found.accountId);
    // The address was removed in the meantime.
    if (!feedbackRecipient) return 'kept';
    const { kind, title, content, userName, accountName, contact, page } = found;
    const attachments = [];
    for (const { key, name } of found.files) {
      attachments.push({ name, content: await buffer((await files.open(key)).stream) });
    }
    await mail.send({
      accountId: found.accountId,
      to: feedbackRecipient,
      template: 'feedback',
      locals: {
        kind: kindNames[language][kind],
        title,
        text: content,
        userName,
        accountName,
        contact: contact || '–',
        page,
      },
      language,
      attachments,
      signal,
    });
    return 'sent';
  }

  async function deliverOne(payload: unknown, signal: AbortSignal): Promise<DeliveryResult> {
    const { feedbackId } = queued.parse(payload);
    const found = await findFeedback(db, feedbackId);
    if (!found) return 'delivered';
    try {
      await writeState(db, [feedbackId], await send(found, signal));
      return 'delivered';
    } catch (error) {
      signal.throwIfAborted();
      const reason =
        error instanceof AppError ? { code: error.code, params: error.params } : { code: 'INTERNAL_ERROR', params: {} };
      await writeState(db, [feedbackId], 'failed');
      return { retry: reason };
    }
  }

  return {
    async deliver(entries, { signal }) {
      const results: DeliveryResult[] = [];
      for (const { payload } of entries) {
        signal.throwIfAborted();
        results.push(await deliverOne(payload, signal));
      }
      return results;
    },
    async discard(tx, payloads) {
      await writeState(
        tx,
        payloads.map((payload) => queued.parse(payload).feedbackId),
        'failed',
      );
      return () => {};
    },
  };
}
