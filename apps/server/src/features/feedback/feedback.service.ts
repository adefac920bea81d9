import type { Feedback } from '@stellwerk/contract/feedback';
import type { Clock } from '../../platform/clock/clock.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Files } from '../../platform/files/files.ts';
import { openImage } from '../../platform/files/image.ts';
import { sendFile } from '../../platform/files/send-file.ts';
import type { Ctx, Exchange } from '../../platform/http/ctx.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import { effectiveSettings } from '../settings/index.ts';
import * as store from './feedback.store.ts';
import { mailKind } from './feedback-mail.ts';
import { readForm, storeImages } from './read-form.ts';

/** Enough for a person in a bad mood, too few to fill a mailbox. */
const perHour = 10;
const hourMs = 3_600_000;

const defaultTitles = { de: 'Rückmeldung', en: 'Customer feedback' };

const toWire = ({ accountId, accountName, userId: _, createdAt, files, ...row }: store.FoundFeedback): Feedback => ({
  ...row,
  tenantId: accountId,
  tenantName: accountName,
  createdAt: createdAt.toISOString(),
  attachments: files.map(({ name, sizeBytes }, index) => ({ position: index + 1, name, sizeBytes })),
});

export function createFeedbackService({ files, clock }: { files: Files; clock: Clock }) {
  return {
    async send(ctx: Ctx, exchange: Exchange): Promise<Pick<Feedback, 'id' | 'state'>> {
      const { accountId, userId } = ctx.actor;
      const sent = await store.countSince(ctx.db, userId, new Date(clock.now().getTime() - hourMs));
      if (sent >= perHour) fail('RATE_LIMITED', { retryAfterSeconds: hourMs / 1_000 });
      const { fields, images } = await readForm(exchange);
      const { bug, subject, kind, ...texts } = fields;
      const [sender, { feedbackRecipient }, stored] = await Promise.all([
        store.senderOf(ctx.db, userId),
        effectiveSettings(ctx.db, accountId),
        storeImages(files, images),
      ]);
      const state = feedbackRecipient ? 'queued' : 'kept';
      const id = await ctx.db.transaction(async (tx) => {
        const created = await store.insertFeedback(tx, {
          ...texts,
          ...{ accountId, userId, state, files: stored, userName: sender.name },
          kind: bug === 'true' || bug === '1' ? 'bug' : kind,
          title: subject || defaultTitles[ctx.language],
          createdAt: clock.now(),
        });
        if (feedbackRecipient) {
          const key = `feedback/${created}`;
          await putOutbox(tx, [{ target: `mail/${accountId}`, key, kind: mailKind, payload: { feedbackId: created } }]);
        }
        return created;
      });
      ctx.activity.objects.push({ noun: 'feedback', id });
      return { id, state };
    },

    async list(ctx: Ctx, query: Parameters<typeof store.findFeedbacks>[2]) {
      const { rows, ...total } = await store.findFeedbacks(ctx.db, ctx.actor, query);
      return { data: rows.map(toWire), ...total, offset: query.offset, limit: query.limit };
    },

    async sendAttachment(ctx: Ctx, id: number, position: number, { reply }: Exchange) {
      const found = await store.findFeedback(ctx.db, id);
      const { key, name, type } = found?.files[position - 1] ?? fail('FILE_NOT_FOUND');
      return sendFile(reply, await openImage(files, key), { name, type, inline: true });
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      const found = (await store.findFeedback(ctx.db, id)) ?? fail('FEEDBACK_NOT_FOUND');
      await store.deleteFeedbackRow(ctx.db, id);
      ctx.afterCommit(async () => {
        for (const { key } of found.files) await files.remove(key);
      });
    },
  };
}
export type FeedbackService = ReturnType<typeof createFeedbackService>;
