import { maxAttachmentBytes } from '@stellwerk/contract/data-export';
import { errors, isErrorCode } from '@stellwerk/contract/errors';
import type { Language } from '@stellwerk/contract/text';
import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { renderError } from '../../platform/errors/render.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Deliver, DeliveryResult, Discard } from '../../platform/outbox/deliver.ts';
import type { OutboxEntry, QueuedEntry } from '../../platform/outbox/outbox.store.ts';
import type { OutboxFailure } from '../../platform/outbox/outbox.table.ts';
import type { Connectors } from '../connectors/index.ts';
import { createZonedTime } from '../state-history/index.ts';
import { type FoundExport, findExport, writeMailState } from './data-export.store.ts';

const mailKind = 'export-mail';
const queued = z.object({ exportId: z.int() });

type Ordered = Pick<FoundExport, 'id' | 'accountId' | 'definition'>;

/** The deliveries of a finished file: a mail server or connector that is down delays only its own. */
export function deliveriesOf({ id, accountId, definition: { mail } }: Ordered): OutboxEntry[] {
  if (!mail) return [];
  const target = mail.connectorId === null ? `mail/${accountId}` : `connector/${mail.connectorId}`;
  return [{ target, key: `export/${id}`, kind: mailKind, payload: { exportId: id } }];
}

interface DeliveryOptions {
  db: Db;
  files: Pick<Files, 'open'>;
  mail: Mail;
  connectors: Pick<Connectors, 'send'>;
  linkBase: string;
  clock: Clock;
  log: Log;
  giveUpAfterMs?: number;
}

/** An administrator can fix these within a day. */
const fixable = new Set(['MAIL_INVALID_TRANSPORT', 'MAIL_FROM_NOT_SPECIFIED', 'SECRET_UNREADABLE']);

function failureOf(error: unknown): { reason: OutboxFailure; isFinal: boolean; afterMs?: number | undefined } {
  if (error instanceof ConnectorProblem) {
    const { reason, retry } = error;
    return { reason, isFinal: retry.isFinal ?? false, afterMs: retry.afterMs };
  }
  if (!(error instanceof AppError)) return { reason: { code: 'INTERNAL_ERROR', params: {} }, isFinal: false };
  const { code, params } = error;
  return {
    reason: { code, params },
    isFinal: isErrorCode(code) && errors[code].class === 'user' && !fixable.has(code),
  };
}

export function createDeliveries(options: DeliveryOptions) {
  const { db, files, mail, connectors, linkBase, clock, log, giveUpAfterMs = 86_400_000 } = options;

  async function contentOf(key: string): Promise<Buffer> {
    const { stream } = await files.open(key);
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(Buffer.from(piece));
    return Buffer.concat(pieces);
  }

  function localsOf(found: FoundExport, language: Language) {
    const { span, layout } = found.definition;
    const timeOf = createZonedTime(layout.zone);
    const cut = { code: 'HISTORY_EXPORT_CUT' as const, params: { limit: found.rowCount ?? 0 }, issues: [] };
    return {
      name: found.name,
      fileName: found.fileName ?? '',
      from: timeOf(span.from).slice(0, 16).replace('T', ' '),
      to: timeOf(span.to).slice(0, 16).replace('T', ' '),
      zone: layout.zone,
      rows: found.rowCount ?? 0,
      note: found.isCut ? renderError(cut, language, '').message : '',
      link: `${linkBase}/#/scheduled-exports?tab=files&search=${encodeURIComponent(found.name)}`,
    };
  }

  async function sendMail(found: FoundExport, signal: AbortSignal): Promise<void> {
    const { mail: order, layout } = found.definition;
    if (!order || found.sizeBytes === null || found.fileKey === null) return;
    const isAttached = order.content === 'attachment' && found.sizeBytes <= maxAttachmentBytes;
    const message = {
      template: isAttached ? ('export-attached' as const) : ('export-ready' as const),
      locals: localsOf(found, layout.language),
      language: layout.language,
      attachments: isAttached ? [{ name: found.fileName ?? found.name, content: await contentOf(found.fileKey) }] : [],
    };
    if (order.connectorId === null) {
      await mail.send({ ...message, accountId: found.accountId, to: order.to, signal });
      return;
    }
    const { subject, text } = mail.render(message);
    await connectors.send(order.connectorId, {
      to: order.to,
      subject,
      text: text ?? '',
      attachments: message.attachments.map(({ name, content }) => ({ name, base64: content.toString('base64') })),
    });
  }

  async function settle(entry: QueuedEntry, exportId: number, error: unknown): Promise<DeliveryResult> {
    const { reason, isFinal, afterMs } = failureOf(error);
    const isOver = isFinal || clock.now().getTime() - entry.createdAt.getTime() > giveUpAfterMs;
    log.info({ err: error, exportId, code: reason.code }, 'an export was not delivered');
    await writeMailState(db, [exportId], { mailState: isOver ? 'failed' : 'queued', mailFailure: reason });
    if (isOver) return { reject: reason };
    return { retry: reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }

  /** At least once: a crash between the mail and its record sends the mail again. */
  const deliver: Deliver = async (entries, { signal }) => {
    const results: DeliveryResult[] = [];
    for (const entry of entries) {
      signal.throwIfAborted();
      const { exportId } = queued.parse(entry.payload);
      const found = await findExport(db, exportId);
      try {
        if (found) await sendMail(found, signal);
        await writeMailState(db, [exportId], { mailState: 'sent', mailFailure: null });
        results.push('delivered');
      } catch (error) {
        signal.throwIfAborted();
        results.push(await settle(entry, exportId, error));
      }
    }
    return results;
  };

  const discard: Discard = async (tx, payloads, failure) => {
    const ids = payloads.map((payload) => queued.parse(payload).exportId);
    await writeMailState(tx, ids, { mailState: 'failed', mailFailure: failure });
    return () => {};
  };

  return { deliverers: { [mailKind]: deliver }, discarders: { [mailKind]: discard } };
}
