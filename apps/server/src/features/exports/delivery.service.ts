import { maxAttachmentBytes } from '@stellwerk/contract/data-export';
import { maxForwardedBytes } from '@stellwerk/contract/export-schedule';
import type { Language } from '@stellwerk/contract/text';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { renderError } from '../../platform/errors/render.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Deliver, DeliveryResult, Discard } from '../../platform/outbox/deliver.ts';
import type { OutboxEntry, QueuedEntry } from '../../platform/outbox/outbox.store.ts';
import { type Connectors, deliveryFailureOf } from '../connectors/index.ts';
import { createZonedTime } from '../state-history/index.ts';
import { type FoundExport, findExport, writeDelivery } from './data-export.store.ts';
import { fillCommand } from './forward-command.ts';

const mailKind = 'export-mail';
const forwardKind = 'export-forward';
const queued = z.object({ exportId: z.int() });

type Ordered = Pick<FoundExport, 'id' | 'accountId' | 'definition'>;

/** The deliveries of a finished file: a mail server or connector that is down delays only its own. */
export function deliveriesOf({ id, accountId, definition: { mail, forward } }: Ordered): OutboxEntry[] {
  const [key, payload] = [`export/${id}`, { exportId: id }];
  const mailTarget = mail?.connectorId ? `connector/${mail.connectorId}` : `mail/${accountId}`;
  return [
    ...(mail ? [{ target: mailTarget, key, kind: mailKind, payload }] : []),
    ...(forward ? [{ target: `connector/${forward.connectorId}`, key, kind: forwardKind, payload }] : []),
  ];
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
    const { subject, text } = await mail.render({ ...message, accountId: found.accountId });
    await connectors.send(order.connectorId, {
      to: order.to,
      subject,
      text: text ?? '',
      attachments: message.attachments.map(({ name, content }) => ({ name, base64: content.toString('base64') })),
    });
  }

  async function forward(found: FoundExport): Promise<void> {
    const { forward: order } = found.definition;
    if (!order || found.sizeBytes === null || found.fileKey === null) return;
    if (found.sizeBytes > maxForwardedBytes) fail('DATA_EXPORT_FORWARD_TOO_LARGE', { limitBytes: maxForwardedBytes });
    const content = await contentOf(found.fileKey);
    await connectors.send(order.connectorId, fillCommand(order.config, { fileName: found.fileName ?? '', content }));
  }

  type Fields = ['mailState', 'mailFailure'] | ['forwardState', 'forwardFailure'];

  /** At least once: a crash between the delivery and its record delivers again. */
  function deliverer(
    [stateField, failureField]: Fields,
    send: (found: FoundExport, signal: AbortSignal) => Promise<void>,
  ): { deliver: Deliver; discard: Discard } {
    async function deliverOne(entry: QueuedEntry, signal: AbortSignal): Promise<DeliveryResult> {
      const { exportId } = queued.parse(entry.payload);
      const found = await findExport(db, exportId);
      try {
        if (found) await send(found, signal);
        await writeDelivery(db, [exportId], { [stateField]: 'sent', [failureField]: null });
        return 'delivered';
      } catch (error) {
        signal.throwIfAborted();
        const { reason, isFinal, afterMs } = deliveryFailureOf(error);
        const isOver = isFinal || clock.now().getTime() - entry.createdAt.getTime() > giveUpAfterMs;
        log.info({ err: error, exportId, code: reason.code }, 'an export was not delivered');
        await writeDelivery(db, [exportId], { [stateField]: isOver ? 'failed' : 'queued', [failureField]: reason });
        if (isOver) return { reject: reason };
        return { retry: reason, ...(afterMs === undefined ? {} : { afterMs }) };
      }
    }

    return {
      async deliver(entries, { signal }) {
        const results: DeliveryResult[] = [];
        for (const entry of entries) {
          signal.throwIfAborted();
          results.push(await deliverOne(entry, signal));
        }
        return results;
      },
      async discard(tx, payloads, failure) {
        const ids = payloads.map((payload) => queued.parse(payload).exportId);
        await writeDelivery(tx, ids, { [stateField]: 'failed', [failureField]: failure });
        return () => {};
      },
    };
  }

  const mails = deliverer(['mailState', 'mailFailure'], sendMail);
  const forwards = deliverer(['forwardState', 'forwardFailure'], forward);
  return {
    deliverers: { [mailKind]: mails.deliver, [forwardKind]: forwards.deliver },
    discarders: { [mailKind]: mails.discard, [forwardKind]: forwards.discard },
  };
}
